package io.angarium.tck;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/**
 * Writes what happens to the tests of a shard, resets the broker between them, and ends the JVM when a test hangs so that
 * JUnit's own time-out cannot end it. Confined to JUnit's thread but for the time-out.
 */
final class ShardListener implements TestExecutionListener, AutoCloseable {
    private static final int GRACE_SECONDS = 30;
    private static final int HUNG = 3;

    private final ShardPlan plan;
    private final Runnable reset;
    private final TestLog log;
    private final PrintStream lines;
    private final InstantSource time = InstantSource.system();
    private final ScheduledExecutorService timeouts = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "tck-timeout");
        thread.setDaemon(true);
        return thread;
    });
    private Instant started = Instant.EPOCH;
    private @Nullable Future<?> timeout;

    /** @param reset puts an empty broker in the place of the one that there is */
    ShardListener(ShardPlan plan, Runnable reset, TestLog log, PrintStream lines) {
        this.plan = plan;
        this.reset = reset;
        this.log = log;
        this.lines = lines;
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        if (test.isTest()) {
            lines.println(new ShardLine.Started(className(test), methodName(test)).write());
            log.begin(className(test) + "#" + methodName(test));
            started = time.instant();
            timeout = timeouts.schedule(() -> endJvm(test), plan.timeoutSeconds() + GRACE_SECONDS, TimeUnit.SECONDS);
        }
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        // a class or method that is skipped stands for its tests
        finished(test, Outcome.Status.SKIPPED, 0, reason, "");
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (!test.isTest()) {
            if (result.getStatus() != TestExecutionResult.Status.SUCCESSFUL) {
                // its tests are not reported, so this stands for them
                Throwable cause = result.getThrowable().orElse(null);
                finished(test, Outcome.Status.FAILED, 0, message(cause), stackTrace(cause) + log.text());
            }
            return;
        }
        if (timeout != null) {
            timeout.cancel(false);
        }
        Throwable cause = result.getThrowable().orElse(null);
        long millis = Duration.between(started, time.instant()).toMillis();
        switch (result.getStatus()) {
            case SUCCESSFUL -> finished(test, Outcome.Status.PASSED, millis, "", "");
            case ABORTED -> finished(test, Outcome.Status.SKIPPED, millis, message(cause), "");
            case FAILED ->
                finished(test, Outcome.Status.FAILED, millis, message(cause), stackTrace(cause) + "\n" + log.text());
        }
        boolean failed = result.getStatus() == TestExecutionResult.Status.FAILED;
        if (plan.reset() == Reset.each || (plan.reset() == Reset.failed && failed)) {
            reset.run();
        }
    }

    @Override
    public void close() {
        timeouts.shutdownNow();
    }

    private void endJvm(TestIdentifier test) {
        StringBuilder threads = new StringBuilder();
        for (Map.Entry<Thread, StackTraceElement[]> thread :
                Thread.getAllStackTraces().entrySet()) {
            threads.append(thread.getKey()).append('\n');
            for (StackTraceElement frame : thread.getValue()) {
                threads.append("    at ").append(frame).append('\n');
            }
        }
        finished(
                test,
                Outcome.Status.FAILED,
                TimeUnit.SECONDS.toMillis(plan.timeoutSeconds() + (long) GRACE_SECONDS),
                "hangs, and cannot be interrupted",
                threads + log.text());
        Runtime.getRuntime().halt(HUNG);
    }

    private void finished(TestIdentifier test, Outcome.Status status, long millis, String message, String text) {
        Outcome outcome = new Outcome(plan.suite(), className(test), methodName(test), status, millis, message, text);
        lines.println(new ShardLine.Finished(outcome).write());
    }

    private static String className(TestIdentifier test) {
        return Shard.className(test.getSource().orElse(null), test.getDisplayName());
    }

    private static String methodName(TestIdentifier test) {
        String name = Shard.methodName(test.getSource().orElse(null), test.getDisplayName());
        UniqueId.Segment own = test.getUniqueIdObject().getLastSegment();
        return own.getType().equals("test-template-invocation") ? name + own.getValue() : name;
    }

    private static String message(@Nullable Throwable cause) {
        return cause == null ? "" : cause.toString().lines().findFirst().orElse("");
    }

    private static String stackTrace(@Nullable Throwable cause) {
        StringWriter text = new StringWriter();
        if (cause != null) {
            cause.printStackTrace(new PrintWriter(text));
        }
        return text.toString();
    }
}
