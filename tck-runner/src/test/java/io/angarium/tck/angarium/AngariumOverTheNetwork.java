package io.angarium.tck.angarium;

import static java.util.Objects.requireNonNull;

import io.angarium.engine.Broker;
import io.angarium.tck.conformance.ProviderUnderTest;
import io.angarium.wire.server.WireListener;
import io.angarium.wire.server.WireSettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Hashtable;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/** The same broker as {@link AngariumUnderTest}, reached over the network. */
public final class AngariumOverTheNetwork implements ProviderUnderTest {
    private final AngariumUnderTest inThisJvm = new AngariumUnderTest();
    private @Nullable WireListener listener;

    /** For the suite, which makes it by reflection. */
    public AngariumOverTheNetwork() {}

    @Override
    public void start(Path store) {
        inThisJvm.start(store);
        listen();
    }

    @Override
    public void stop() {
        requireNonNull(listener, "it was started").close();
        inThisJvm.stop();
    }

    @Override
    @SuppressWarnings({"BanJNDI", "JdkObsolete"}) // what a Jakarta Messaging application does, with the types of JNDI
    public Context context() throws NamingException {
        // after a restart the broker is at another port, so looking for it again is in vain
        String uri = "angarium://127.0.0.1:"
                + requireNonNull(listener, "it was started").address().getPort() + "?reconnectTimeout=1s";
        Hashtable<String, String> environment = new Hashtable<>();
        environment.put(Context.INITIAL_CONTEXT_FACTORY, "io.angarium.jndi.AngariumInitialContextFactory");
        environment.put("connectionfactory." + FACTORY, uri);
        environment.put("connectionfactory." + FACTORY_WITH_CLIENT_ID, uri + "&clientID=" + CLIENT_ID);
        environment.put("xaconnectionfactory." + FACTORY_XA, uri);
        return new InitialContext(environment);
    }

    @Override
    public boolean supports(Feature feature) {
        return feature != Feature.NOTHING_READY_UNASKED; // a consumer over the network keeps some messages ready
    }

    @Override
    public void limitQueue(String name, long bytes) {
        inThisJvm.limitQueue(name, bytes);
    }

    @Override
    public void limitLocks(String name, Duration duration) {
        inThisJvm.limitLocks(name, duration);
    }

    private void listen() {
        Broker broker = Broker.running(AngariumUnderTest.NAME).orElseThrow();
        listener = WireListener.open(
                WireSettings.at(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)), broker::link);
    }
}
