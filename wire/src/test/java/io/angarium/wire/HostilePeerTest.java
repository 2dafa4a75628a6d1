package io.angarium.wire;

import static io.angarium.wire.Network.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.angarium.protocol.BrokerException;
import io.angarium.protocol.ErrorReason;
import io.angarium.protocol.Send;
import io.angarium.wire.Network.Client;
import io.angarium.wire.frame.Frame;
import io.angarium.wire.frame.FrameCodec;
import io.angarium.wire.frame.SampleFrames;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Peers that do not keep the rules: their connections are closed, and nobody else notices. */
class HostilePeerTest {
    private static final byte[] PREFACE = {'A', 'N', 'G', 'M', 1, 1, 0, 0};
    private static final byte[] OPEN = chunk(new Frame.Open(null, null, null, "1"));
    private static final int RANDOM_STREAMS = Integer.getInteger("angarium.hostileStreams", 300);

    private final Network network = Network.start(
            settings -> settings.withHandshake(Duration.ofMillis(500)).withResume(Duration.ofMillis(300)));
    private final Client honest = network.client();

    @AfterEach
    void nobodyElseNotices() throws InterruptedException {
        await(honest.send(1, 1, 10));
        Network.Inbox inbox = honest.receive(1);
        inbox.complete(inbox.next());
        Network.eventually("no link is left behind", () -> network.listener().links() == 1);
        honest.close();
        network.close();
    }

    private static byte[] chunk(Frame frame) {
        byte[] bytes = new byte[1 << 20];
        ByteBuffer out = ByteBuffer.wrap(bytes).putInt(0);
        FrameCodec.encode(frame).forEach(out::put);
        out.putInt(0, out.position() - 4);
        return Arrays.copyOf(bytes, out.position());
    }

    private static byte[] join(byte[]... all) {
        ByteBuffer out = ByteBuffer.allocate(1 << 20);
        for (byte[] bytes : all) {
            out.put(bytes);
        }
        return Arrays.copyOf(out.array(), out.position());
    }

    static List<byte[]> rudeness() {
        return List.of(
                "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
                new byte[] {'A', 'N', 'G', 'M', 2, 9, 0, 0},
                join(PREFACE, new byte[] {0, 0, 0, 0}),
                join(PREFACE, new byte[] {-1, -1, -1, -1}),
                join(PREFACE, new byte[] {0x7f, -1, -1, -1}),
                join(PREFACE, new byte[] {0, 0, 0, 1, 99}),
                join(PREFACE, chunk(new Frame.Credit(1, 1))),
                join(PREFACE, chunk(new Frame.Received(1))),
                join(PREFACE, chunk(new Frame.Open("x".repeat(20_000), null, null, "1"))),
                join(PREFACE, chunk(new Frame.Done(1))),
                join(PREFACE, OPEN, OPEN),
                join(PREFACE, OPEN, chunk(new Frame.Done(1))),
                join(PREFACE, OPEN, chunk(new Frame.Received(77))),
                join(PREFACE, OPEN, chunk(new Frame.Refused(ErrorReason.CLOSED, ""))),
                join(PREFACE, OPEN, new byte[] {0, 0, 0, 5, 20, 1, 2, 3, 4}));
    }

    @ParameterizedTest
    @MethodSource("rudeness")
    void whoeverBreaksARuleIsClosed(byte[] bytes) throws IOException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(bytes);

            assertThat(readToEnd(socket)).isNotNegative();
        }
    }

    @Test
    void whoDoesNotSayWhoItIsIsClosedInTimeHoweverSlowlyItTalks() throws Exception {
        try (Socket socket = connect();
                Socket trickling = connect()) {
            byte[] bytes = join(PREFACE, OPEN);
            trickling.getOutputStream().write(bytes, 0, 9);

            assertThat(readToEnd(socket)).isZero();
            assertThat(readToEnd(trickling)).isEqualTo(PREFACE.length);
        }
    }

    @Test
    void aClientThatSendsMoreThanItsWindowIsClosed() throws IOException {
        byte[] send = chunk(new Frame.SendMessage(new Send(0, 0, Network.QUEUE, SampleFrames.plain(60_000))));
        try (Network narrow = Network.start(settings -> settings.withWindowBytes(100_000));
                Socket socket = new Socket(
                        narrow.address().getAddress(), narrow.address().getPort())) {
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            out.write(join(PREFACE, OPEN));
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 100_000; i++) {
                            out.write(send);
                        }
                    })
                    .isInstanceOf(IOException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void randomBytesAfterAnyBeginningDoNoHarm(int part) throws IOException {
        for (int i = 0; i < RANDOM_STREAMS / 4; i++) {
            long seed = part * 1_000_000L + i;
            Random random = new Random(seed);
            byte[] noise = new byte[random.nextInt(2_000)];
            random.nextBytes(noise);
            if (noise.length > 4 && random.nextBoolean()) {
                // a length that is believed
                ByteBuffer.wrap(noise).putInt(1 + random.nextInt(noise.length));
            }
            byte[] before = switch (random.nextInt(3)) {
                case 0 -> new byte[0];
                case 1 -> PREFACE;
                default -> join(PREFACE, OPEN, chunk(new Frame.Resolve(Network.QUEUE)));
            };
            try (Socket socket = connect()) {
                socket.getOutputStream().write(join(before, noise));
                socket.shutdownOutput();
                assertThat(readToEnd(socket)).as("seed %d", seed).isNotNegative();
            }
        }
    }

    @Test
    void aServerThatSpeaksAnotherProtocolIsNamed() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread answering = new Thread(() -> {
                try (Socket socket = other.accept()) {
                    socket.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n".getBytes(StandardCharsets.US_ASCII));
                    readToEnd(socket);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            answering.start();

            assertThatThrownBy(() -> Network.client(other.getLocalPort(), "?connectTimeout=5s"))
                    .isInstanceOf(BrokerException.class)
                    .hasMessageContaining("does not speak this protocol");
            answering.join();
        }
    }

    @Test
    void anAddressWhereNobodyListensIsNamedWithWhatWasTried() throws IOException {
        int port;
        try (ServerSocket nobody = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = nobody.getLocalPort();
        }

        assertThatThrownBy(() -> Network.client(port, ""))
                .isInstanceOf(BrokerException.class)
                .hasMessageContaining("127.0.0.1:" + port)
                .hasMessageContaining("refused");
    }

    private Socket connect() throws IOException {
        return new Socket(network.address().getAddress(), network.address().getPort());
    }

    /** How many bytes came until the other side closed. */
    private static int readToEnd(Socket socket) throws IOException {
        socket.setSoTimeout(20_000);
        InputStream in = socket.getInputStream();
        int read = 0;
        try {
            while (in.read() >= 0) {
                read++;
            }
        } catch (SocketException e) {
            return read; // reset: what we sent was thrown away unread
        }
        return read;
    }
}
