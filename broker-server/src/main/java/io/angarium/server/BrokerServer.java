package io.angarium.server;

import io.angarium.engine.Broker;
import io.angarium.engine.BrokerConfig;
import io.angarium.engine.BrokerOptions;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.ErrorReason;
import io.angarium.protocol.UriOptions;
import io.angarium.wire.server.WireListener;
import io.angarium.wire.server.WireSettings;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs a broker that other processes reach over the network, until it is told to end. */
@Command(
        name = "broker-server",
        description = {
            "Runs a broker that clients reach with the URI angarium://ADDRESS:PORT. Ends orderly on SIGTERM or SIGINT: what was"
                    + " confirmed is on disk, clients are told.",
            "Exit code: 0 after an orderly end, 1 if the broker could not be opened or failed, 2 for a wrong command line."
        },
        mixinStandardHelpOptions = true,
        version = "Angarium 0.1.0",
        sortOptions = false)
public final class BrokerServer implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(BrokerServer.class);

    @Option(
            names = "--store",
            paramLabel = "DIR",
            defaultValue = "angarium-store",
            description = "folder of the store, created if it does not exist (default: ${DEFAULT-VALUE})")
    private Path store = Path.of("angarium-store");

    @Option(
            names = "--address",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "where to listen; 0.0.0.0 for all networks (default: ${DEFAULT-VALUE})")
    private String address = "127.0.0.1";

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "" + WireSettings.PORT,
            description = "0 for any that is free (default: ${DEFAULT-VALUE})")
    private int port = WireSettings.PORT;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            defaultValue = "angarium",
            description = "name of the broker (default: ${DEFAULT-VALUE})")
    private String name = "angarium";

    @Option(
            names = "--users",
            paramLabel = "FILE",
            description = "who may connect, with which password (default: everybody)")
    private @Nullable Path users;

    @Option(
            names = "--options",
            paramLabel = "OPTIONS",
            defaultValue = "",
            description = "other options of the broker as in a URI: maxStoreBytes=10GiB&duplicateWindow=1h")
    private String options = "";

    @Spec
    private @Nullable CommandSpec spec;

    private final CountDownLatch told = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);

    /** Runs the command line; ends the JVM with its exit code. */
    public static void main(String[] arguments) {
        System.exit(commandLine(new BrokerServer()).execute(arguments));
    }

    static CommandLine commandLine(BrokerServer server) {
        return new CommandLine(server).setExecutionExceptionHandler((failure, command, parsed) -> {
            if (failure instanceof BrokerException refused) {
                command.getErr().println(refused.getMessage());
                return refused.reason() == ErrorReason.CONFIGURATION
                        ? CommandLine.ExitCode.USAGE
                        : CommandLine.ExitCode.SOFTWARE;
            }
            throw failure;
        });
    }

    @Override
    @SuppressWarnings("try") // the broker is closed before the listener, so that its last answers still go out
    public Integer call() throws InterruptedException {
        BrokerConfig config = config();
        InetSocketAddress listenAt = listenAt();
        try (Broker broker = Broker.open(config);
                WireListener listener = WireListener.open(WireSettings.at(listenAt), broker::link)) {
            Runtime.getRuntime().addShutdownHook(new Thread(this::endBySignal, "shutdown"));
            InetSocketAddress at = listener.address();
            out().println("listening at angarium://" + at.getHostString() + ":" + at.getPort() + ", store "
                    + config.store());
            out().flush();
            told.await();
            LOG.info("ending");
            listener.closeToNewClients();
            broker.close();
        } finally {
            ended.countDown();
        }
        LOG.info("ended");
        return CommandLine.ExitCode.OK;
    }

    private BrokerConfig config() {
        BrokerConfig base;
        try {
            base = BrokerConfig.inFolder(name, store);
        } catch (IllegalArgumentException e) {
            throw new BrokerException(ErrorReason.CONFIGURATION, String.valueOf(e.getMessage()), e);
        }
        if (users != null) {
            base = over(
                    base,
                    "users="
                            + URLEncoder.encode(users.toString(), StandardCharsets.UTF_8)
                                    .replace("+", "%20"));
        }
        return options.isEmpty() ? base : over(base, options);
    }

    private static BrokerConfig over(BrokerConfig base, String query) {
        URI uri;
        try {
            uri = new URI("angarium:server?" + query);
        } catch (URISyntaxException e) {
            throw new BrokerException(
                    ErrorReason.CONFIGURATION, "options \"" + query + "\": " + e.getMessage() + "; use % escapes", e);
        }
        return BrokerOptions.over(base, UriOptions.of(uri, "the broker", BrokerOptions.NAMES, Set.of()));
    }

    private InetSocketAddress listenAt() {
        if (port < 0 || port > 65535) {
            throw new BrokerException(
                    ErrorReason.CONFIGURATION, "--port is " + port + ", allowed: 0 (any that is free) to 65535");
        }
        InetSocketAddress at = new InetSocketAddress(address, port);
        if (at.isUnresolved()) {
            throw new BrokerException(
                    ErrorReason.CONFIGURATION, "--address is \"" + address + "\", which is no address of this machine");
        }
        return at;
    }

    /** The JVM ends when this returns. */
    private void endBySignal() {
        told.countDown();
        try {
            ended.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private PrintWriter out() {
        return spec == null
                ? new PrintWriter(System.out, true, StandardCharsets.UTF_8)
                : spec.commandLine().getOut();
    }
}
