package io.angarium.tck.angarium;

import static java.util.Objects.requireNonNull;

import io.angarium.engine.Broker;
import io.angarium.engine.BrokerConfig;
import io.angarium.engine.admin.Limits;
import io.angarium.engine.users.User;
import io.angarium.engine.users.Users;
import io.angarium.protocol.Address;
import io.angarium.protocol.EntitySettings;
import io.angarium.tck.conformance.ProviderUnderTest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Hashtable;
import java.util.List;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/** Angarium in this JVM, with a store on disk. */
public final class AngariumUnderTest implements ProviderUnderTest {
    static final String NAME = "conformance";

    /** No secret is behind this password, so it is checked as quickly as can be. */
    private static final int ITERATIONS = 1_000;

    private @Nullable Broker broker;

    /** For the suite, which makes it by reflection. */
    public AngariumUnderTest() {}

    @Override
    public void start(Path store) {
        broker = Broker.open(BrokerConfig.inFolder(NAME, store)
                .withLimits(Limits.DEFAULT.withSendTimeout(Duration.ofMillis(500)))
                .withUsers(new Users.Listed(List.of(User.withPassword(USER, PASSWORD, ITERATIONS)), true)));
    }

    @Override
    public void stop() {
        running().close();
    }

    @Override
    @SuppressWarnings({"BanJNDI", "JdkObsolete"}) // what a Jakarta Messaging application does, with the types of JNDI
    public Context context() throws NamingException {
        Hashtable<String, String> environment = new Hashtable<>();
        environment.put(Context.INITIAL_CONTEXT_FACTORY, "io.angarium.jndi.AngariumInitialContextFactory");
        environment.put("connectionfactory." + FACTORY, "angarium:vm:" + NAME);
        environment.put(
                "connectionfactory." + FACTORY_WITH_CLIENT_ID, "angarium:vm:" + NAME + "?clientID=" + CLIENT_ID);
        environment.put("xaconnectionfactory." + FACTORY_XA, "angarium:vm:" + NAME);
        return new InitialContext(environment);
    }

    @Override
    public boolean supports(Feature feature) {
        return true;
    }

    @Override
    public void limitQueue(String name, long bytes) {
        running().define(Address.queue(name), settings(null, bytes));
    }

    @Override
    public void limitLocks(String name, Duration duration) {
        running().define(Address.queue(name), settings(duration, 0));
    }

    private Broker running() {
        return requireNonNull(broker, "it was started");
    }

    private static EntitySettings settings(@Nullable Duration lockDuration, long maxBytes) {
        EntitySettings standard = EntitySettings.DEFAULT;
        return new EntitySettings(
                standard.maxDeliveryCount(),
                standard.duplicateWindow(),
                lockDuration,
                standard.defaultTimeToLive(),
                standard.maxMessages(),
                maxBytes,
                standard.deadLetterOnExpiration());
    }
}
