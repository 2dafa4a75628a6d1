package io.angarium.protocol;

import java.net.URI;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Opens links for the URIs that it knows; found through {@link java.util.ServiceLoader}. Thread-safe. */
public interface LinkProvider {
    /** Whether this provider opens links for such a URI; looks at the scheme only. */
    boolean supports(URI uri);

    /**
     * Opens a link; blocks until the broker has accepted it.
     *
     * @throws BrokerException CONFIGURATION for a URI that is malformed or has an unknown option, SECURITY, STORE_UNUSABLE,
     *     or TIMEOUT
     */
    BrokerLink connect(ConnectRequest request);

    /**
     * What a client says when it connects.
     *
     * @param uri the whole URI
     * @param clientOptionNames query parameters that belong to the client and are none of the link's business
     * @param user user name, or null for anonymous
     * @param password password, or null
     * @param closed called once, from any thread, when the link ends by itself and not by {@link BrokerLink#close()}
     */
    record ConnectRequest(
            URI uri,
            Set<String> clientOptionNames,
            @Nullable String user,
            @Nullable String password,
            Consumer<BrokerException> closed) {
        public ConnectRequest {
            clientOptionNames = Set.copyOf(clientOptionNames);
        }

        /** Shows neither URI nor password, as the URI may contain one. */
        @Override
        public String toString() {
            return "ConnectRequest[" + user + "]";
        }
    }
}
