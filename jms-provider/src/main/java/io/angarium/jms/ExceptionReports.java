package io.angarium.jms;

import jakarta.jms.ExceptionListener;
import jakarta.jms.JMSException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls the exception listener of one connection, one call at a time, in a thread that exists only while there is
 * something to report (Jakarta Messaging 3.1 §6.1.7). At most 100 reports wait; what is beyond is only logged.
 * Thread-safe.
 */
final class ExceptionReports {
    private static final Logger LOG = LoggerFactory.getLogger(ExceptionReports.class);
    private static final int MAX_WAITING = 100;
    private static final int IDLE_SECONDS = 1;

    private final ThreadPoolExecutor thread;
    private volatile @Nullable ExceptionListener listener;

    /** @param name of the thread */
    ExceptionReports(String name) {
        thread = new ThreadPoolExecutor(
                1,
                1,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MAX_WAITING),
                task -> {
                    Thread made = new Thread(task, name);
                    made.setDaemon(true);
                    return made;
                },
                (task, full) -> LOG.warn("{}: more reports than the exception listener takes; one dropped", name));
        thread.allowCoreThreadTimeOut(true);
    }

    @Nullable
    ExceptionListener listener() {
        return listener;
    }

    void listener(@Nullable ExceptionListener told) {
        listener = told;
    }

    /** Reports what nobody else will hear of; any thread, returns at once. */
    void report(JMSException problem) {
        LOG.warn("connection problem: {}", problem.getMessage());
        if (listener != null) {
            thread.execute(() -> call(problem));
        }
    }

    /** Lets reports that wait be made and takes no new ones. */
    void end() {
        thread.shutdown();
    }

    private void call(JMSException problem) {
        ExceptionListener told = listener;
        if (told == null) {
            return;
        }
        try {
            told.onException(problem);
        } catch (Throwable e) {
            LOG.warn("the application's exception listener failed", e);
        }
    }
}
