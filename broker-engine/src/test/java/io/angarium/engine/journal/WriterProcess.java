package io.angarium.engine.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** A {@link CrashWriter} in a JVM of its own, which can be stopped at any instruction, and killed. */
final class WriterProcess implements AutoCloseable {
    private final Process process;
    private final Process shell;
    private final PrintStream commands;
    private final Path marks;
    private final Path log;

    private WriterProcess(Process process, Process shell, Path marks, Path log) {
        this.process = process;
        this.shell = shell;
        this.marks = marks;
        this.log = log;
        commands = new PrintStream(shell.getOutputStream(), true, StandardCharsets.US_ASCII);
    }

    /** Whether processes can be stopped and looked at here. */
    static boolean supported() {
        return Files.isDirectory(Path.of("/proc/self/task"));
    }

    static WriterProcess start(JournalKind kind, JournalConfig.Sync sync, Path store, Path marks) throws IOException {
        Path log = marks.resolveSibling(marks.getFileName() + ".log");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process process = new ProcessBuilder(
                        java,
                        "-Xmx128m",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
                        "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        CrashWriter.class.getName(),
                        kind.name(),
                        sync.name(),
                        store.toString(),
                        marks.toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        Process shell = new ProcessBuilder("sh").start();
        return new WriterProcess(process, shell, marks, log);
    }

    long pid() {
        return process.pid();
    }

    CrashWriter.Marks marks() throws IOException {
        return CrashWriter.Marks.read(marks);
    }

    /** Waits until so many records are durable. */
    void awaitDurable(long record) throws IOException {
        while (marks().durable() < record) {
            assertThat(process.isAlive())
                    .as("the writer lives; its output: %s", output())
                    .isTrue();
            pause();
        }
    }

    /** Another process is waited for, which cannot tell us. */
    private static void pause() {
        LockSupport.parkNanos(50_000);
    }

    private String output() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Stops all its threads where they are; returns when they stand. */
    void stop() throws IOException {
        commands.println("kill -STOP " + process.pid());
        while (!stopped()) {
            assertThat(process.isAlive())
                    .as("the writer lives; its output: %s", output())
                    .isTrue();
            pause();
        }
    }

    private boolean stopped() throws IOException {
        try (Stream<Path> threads = Files.list(Path.of("/proc/" + process.pid() + "/task"))) {
            for (Path thread : threads.toList()) {
                if (!isStopped(thread)) {
                    return false;
                }
            }
            return true;
        }
    }

    private static boolean isStopped(Path thread) throws IOException {
        try {
            String stat = Files.readString(thread.resolve("stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2) == 'T';
        } catch (NoSuchFileException e) {
            return true; // the thread has ended
        }
    }

    /** Lets it go on. */
    void resume() {
        commands.println("kill -CONT " + process.pid());
    }

    /** Kills it as {@code kill -9} does and waits until it is gone. */
    void kill() {
        process.destroyForcibly();
        assertThat(process.onExit().orTimeout(1, TimeUnit.MINUTES).join().isAlive())
                .isFalse();
    }

    @Override
    public void close() {
        kill();
        shell.destroyForcibly();
    }
}
