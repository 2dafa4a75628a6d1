package io.angarium.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.angarium.jms.AngariumConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Queue;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.Serializable;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class BrokerServerTest {
    @TempDir
    Path folder;

    /** The server in a process of its own. */
    private static final class Server implements AutoCloseable {
        private final Process process;
        private final BufferedReader out;
        private final String uri;

        Server(Path store) throws IOException {
            process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx256m",
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            System.getProperty("java.class.path"),
                            BrokerServer.class.getName(),
                            "--store",
                            store.toString(),
                            "--port",
                            "0")
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            String line = out.readLine();
            assertThat(line).startsWith("listening at ").endsWith(store.toString());
            uri = line.substring("listening at ".length(), line.indexOf(','));
        }

        /** Tells it to end, as an operator does, and waits for it. */
        void terminate() throws InterruptedException {
            process.destroy();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        }

        @Override
        public void close() throws IOException {
            process.destroyForcibly();
            out.close();
        }
    }

    @Test
    void anOrderlyEndUnderLoadLosesNothingThatWasConfirmed() throws Exception {
        AtomicInteger confirmed = new AtomicInteger();
        AtomicBoolean failed = new AtomicBoolean();
        try (Server server = new Server(folder.resolve("store"))) {
            Thread sender = new Thread(() -> send(server.uri, confirmed, failed));
            sender.start();
            while (confirmed.get() < 200) {
                Thread.onSpinWait();
            }

            server.terminate();
            sender.join();
        }

        assertThat(failed).isTrue();
        try (Server again = new Server(folder.resolve("store"));
                JMSContext context = new AngariumConnectionFactory(again.uri).createContext()) {
            List<Integer> got = new ArrayList<>();
            var consumer = context.createConsumer(context.createQueue("numbers"));
            for (Integer next = consumer.receiveBody(Integer.class, 5_000);
                    next != null;
                    next = consumer.receiveBody(Integer.class, 500)) {
                got.add(next);
            }
            assertThat(got).hasSizeGreaterThanOrEqualTo(confirmed.get());
            for (int i = 0; i < got.size(); i++) {
                assertThat(got.get(i)).isEqualTo(i + 1);
            }
        }
    }

    private static void send(String uri, AtomicInteger confirmed, AtomicBoolean failed) {
        try (JMSContext context = new AngariumConnectionFactory(uri + "?reconnectTimeout=0s").createContext()) {
            Queue queue = context.createQueue("numbers");
            while (true) {
                context.createProducer().send(queue, (Serializable) (Object) (confirmed.get() + 1));
                confirmed.incrementAndGet();
            }
        } catch (JMSRuntimeException e) {
            failed.set(true);
        }
    }

    @Test
    void aPortThatIsTakenIsNamed() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(run("--store", folder.resolve("a").toString(), "--port", "" + taken.getLocalPort()))
                    .startsWith("2 ")
                    .contains("cannot listen at")
                    .contains(":" + taken.getLocalPort());
        }
    }

    @Test
    void wrongOptionsAreNamedBeforeAnythingIsWritten() {
        Path store = folder.resolve("b");

        assertThat(run("--store", store.toString(), "--port", "99999"))
                .startsWith("2 ")
                .contains("99999");
        assertThat(run("--store", store.toString(), "--port", "many"))
                .startsWith("2 ")
                .contains("many");
        assertThat(run("--store", store.toString(), "--options", "colour=red"))
                .startsWith("2 ")
                .contains("colour")
                .contains("maxStoreBytes");
        assertThat(run("--store", store.toString(), "--name", "a b"))
                .startsWith("2 ")
                .contains("a b");
        assertThat(run(
                        "--store",
                        store.toString(),
                        "--users",
                        folder.resolve("nobody").toString()))
                .contains("nobody");
        assertThat(Files.exists(store)).isFalse();
    }

    @Test
    void itSaysHowItIsUsed() {
        assertThat(run("--help")).startsWith("0 ").contains("--store", "--address", "--users", "Exit code");
    }

    private static String run(String... arguments) {
        StringWriter text = new StringWriter();
        CommandLine command = BrokerServer.commandLine(new BrokerServer())
                .setOut(new PrintWriter(text))
                .setErr(new PrintWriter(text));
        int code = command.execute(arguments);
        return code + " " + text;
    }
}
