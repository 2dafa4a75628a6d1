package io.angarium.wire.server;

import io.angarium.protocol.BrokerException;
import io.angarium.protocol.BrokerLink;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The broker behind a listener. Thread-safe; may block. */
@FunctionalInterface
public interface LinkSource {
    /**
     * Opens a link.
     *
     * @param user user name, or null for anonymous
     * @param password password, or null
     * @param closed called once if the broker ends the link
     * @throws BrokerException SECURITY if the client may not connect
     */
    BrokerLink open(@Nullable String user, @Nullable String password, Consumer<BrokerException> closed);
}
