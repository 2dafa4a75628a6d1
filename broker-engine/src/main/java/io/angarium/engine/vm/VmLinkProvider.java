package io.angarium.engine.vm;

import io.angarium.engine.Broker;
import io.angarium.protocol.BrokerLink;
import io.angarium.protocol.LinkProvider;
import java.net.URI;

/**
 * Opens links to brokers in the same JVM, for URIs {@code angarium:vm:NAME?options}; see the README for the options. A broker
 * that does not run yet is opened, and closed with its last link; one that was opened with {@link Broker#open} is found by
 * its name and stays.
 */
public final class VmLinkProvider implements LinkProvider {
    /** For {@link java.util.ServiceLoader}. */
    public VmLinkProvider() {}

    @Override
    public boolean supports(URI uri) {
        return VmUri.supports(uri);
    }

    @Override
    public BrokerLink connect(ConnectRequest request) {
        VmUri uri = VmUri.parse(request.uri(), request.clientOptionNames());
        return Broker.connect(
                uri.config(),
                uri::over,
                new Broker.Client(request.user(), request.password(), uri.clientOptions(), request.closed()));
    }
}
