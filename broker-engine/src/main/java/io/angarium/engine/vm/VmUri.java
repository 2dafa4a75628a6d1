package io.angarium.engine.vm;

import io.angarium.engine.BrokerConfig;
import io.angarium.engine.BrokerOptions;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.UriOptions;
import java.net.URI;
import java.util.Map;
import java.util.Set;

/**
 * A parsed {@code angarium:vm:NAME?store=DIR&...}; its options are those of {@link BrokerOptions}.
 *
 * @param name name of the broker
 * @param options the options of the URI
 */
record VmUri(String name, UriOptions options) {
    static final String PREFIX = "angarium:vm:";

    static boolean supports(URI uri) {
        return uri.toString().startsWith(PREFIX);
    }

    /** @throws BrokerException CONFIGURATION naming the option, its value and what would fit */
    static VmUri parse(URI uri, Set<String> clientOptionNames) {
        String rest = uri.toString().substring(PREFIX.length());
        int question = rest.indexOf('?');
        return new VmUri(
                question < 0 ? rest : rest.substring(0, question),
                UriOptions.of(uri, "the broker", BrokerOptions.NAMES, clientOptionNames));
    }

    Map<String, String> clientOptions() {
        return options.client();
    }

    /** The broker that the URI describes when none is running. */
    BrokerConfig config() {
        try {
            return over(BrokerConfig.throwAway(name));
        } catch (IllegalArgumentException e) {
            throw options.malformed(String.valueOf(e.getMessage()), e);
        }
    }

    /** A configuration with the options of this URI instead of its own; equal to it if the URI fits it. */
    BrokerConfig over(BrokerConfig base) {
        return BrokerOptions.over(base, options);
    }

    /** The URI; never shows the password. */
    @Override
    public String toString() {
        return options.toString();
    }
}
