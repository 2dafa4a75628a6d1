package io.angarium.engine.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Workers without threads: a test runs them when it likes. */
final class ManualBackground implements Background {
    private final List<ManualWorker> workers = new ArrayList<>();

    private static final class ManualWorker implements Worker {
        private final Runnable task;
        private boolean woken;
        private boolean closed;

        ManualWorker(Runnable task) {
            this.task = task;
        }

        @Override
        public void wake() {
            woken = true;
        }

        @Override
        public boolean isCurrent() {
            return false;
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    @Override
    public Worker worker(String name, Runnable task) {
        ManualWorker worker = new ManualWorker(task);
        workers.add(worker);
        return worker;
    }

    /** Runs one worker that was woken; whether there was one. */
    boolean runOne(Random random) {
        List<ManualWorker> woken =
                workers.stream().filter(w -> w.woken && !w.closed).toList();
        if (woken.isEmpty()) {
            return false;
        }
        ManualWorker worker = woken.get(random.nextInt(woken.size()));
        worker.woken = false;
        worker.task.run();
        return true;
    }
}
