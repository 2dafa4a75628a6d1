package io.angarium.wire.client;

import io.angarium.protocol.BrokerLink;
import io.angarium.protocol.LinkProvider;
import java.net.URI;

/** Opens links over the network, for URIs {@code angarium://host:port[,host2:port2]?options}; see the README for the options. */
public final class WireLinkProvider implements LinkProvider {
    /** For {@link java.util.ServiceLoader}. */
    public WireLinkProvider() {}

    @Override
    public boolean supports(URI uri) {
        return WireUri.supports(uri);
    }

    @Override
    public BrokerLink connect(ConnectRequest request) {
        WireUri uri = WireUri.parse(request.uri(), request.clientOptionNames());
        return new Connector(uri, request, ClientLoops.acquire().next()).connect();
    }
}
