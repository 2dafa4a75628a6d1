package io.angarium.tck;

import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.jspecify.annotations.Nullable;

/**
 * What is logged and printed while a test runs. The failures of the public suites carry no cause: what happened is only in
 * java.util.logging, and in a log of the TCK's own, which keeps everything for ever unless it is told where to write.
 * Thread-safe.
 */
final class TestLog {
    private static final int MAX_CHARACTERS = 256 * 1024;
    private static final String TCK_LOG = "com.sun.ts.lib.util.TestUtil";

    private final ReentrantLock lock = new ReentrantLock();
    private final StringBuilder text = new StringBuilder();
    private final PrintStream stream = new PrintStream(new Lines(), true, StandardCharsets.UTF_8);
    /** Kept, because a logger that nobody holds is forgotten with its level. */
    private final Logger tck = Logger.getLogger("com.sun.ts");

    private @Nullable Method setCurrentTest;

    private TestLog() {}

    /** Takes over the log and the output of this JVM. */
    static TestLog install() {
        TestLog log = new TestLog();
        LogManager.getLogManager().reset();
        Logger root = Logger.getLogger("");
        root.addHandler(log.new Records());
        root.setLevel(Level.INFO);
        log.tck.setLevel(Level.ALL);
        System.setOut(log.stream);
        System.setErr(log.stream);
        log.takeOverTckLog();
        return log;
    }

    /** Forgets what was logged before a test. */
    void begin(String test) {
        lock.lock();
        try {
            text.setLength(0);
        } finally {
            lock.unlock();
        }
        if (setCurrentTest != null) {
            PrintWriter writer = new PrintWriter(stream, true, StandardCharsets.UTF_8);
            call(setCurrentTest, test, writer, writer);
        }
    }

    /** What was logged since {@link #begin}; of too much the beginning. */
    String text() {
        lock.lock();
        try {
            return text.toString();
        } finally {
            lock.unlock();
        }
    }

    private void takeOverTckLog() {
        try {
            Class<?> type = Class.forName(TCK_LOG);
            call(type.getMethod("initNoLogging", Properties.class), System.getProperties());
            setCurrentTest = type.getMethod("setCurrentTest", String.class, PrintWriter.class, PrintWriter.class);
        } catch (ClassNotFoundException e) {
            append("the suite has no " + e.getMessage() + "\n"); // the JORAM suite
        } catch (NoSuchMethodException e) {
            append("the log of this version of the TCK cannot be taken over: " + e.getMessage() + "\n");
        }
    }

    private static void call(Method method, Object... arguments) {
        try {
            method.invoke(null, arguments);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("the TCK's log refuses " + method.getName(), e);
        }
    }

    private void append(String more) {
        lock.lock();
        try {
            int room = MAX_CHARACTERS - text.length();
            if (room > 0) {
                text.append(more, 0, Math.min(room, more.length()));
            }
        } finally {
            lock.unlock();
        }
    }

    private final class Records extends Handler {
        private final Formatter lines = new SimpleFormatter();

        @Override
        public void publish(LogRecord record) {
            append(lines.format(record));
        }

        @Override
        public void flush() {
            // nothing is kept back
        }

        @Override
        public void close() {
            // there is nothing to close
        }
    }

    private final class Lines extends OutputStream {
        @Override
        public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            append(new String(bytes, offset, length, StandardCharsets.UTF_8));
        }
    }
}
