package io.angarium.wire.client;

import io.angarium.protocol.BrokerException;
import io.angarium.protocol.UriOptions;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A parsed {@code angarium://host:port[,host2:port2]?options}.
 *
 * @param addresses not resolved; tried in this order
 * @param connectTimeout how long connecting for the first time may take, over all addresses
 * @param reconnectTimeout how long a lost connection is tried to be made again; zero for not at all
 * @param options the options of the URI
 */
record WireUri(
        List<InetSocketAddress> addresses, Duration connectTimeout, Duration reconnectTimeout, UriOptions options) {
    private static final String PREFIX = "angarium://";
    private static final int DEFAULT_PORT = 5616;
    private static final Set<String> KNOWN = Set.of("connectTimeout", "reconnectTimeout");
    private static final Pattern ADDRESS = Pattern.compile("(\\[[0-9A-Fa-f:.]+]|[^:/\\[\\]]+)(?::(\\d{1,5}))?");

    static boolean supports(URI uri) {
        return uri.toString().startsWith(PREFIX);
    }

    /** @throws BrokerException CONFIGURATION naming what is wrong and what would fit */
    static WireUri parse(URI uri, Set<String> clientOptionNames) {
        UriOptions options = UriOptions.of(uri, "the connection", KNOWN, clientOptionNames);
        String rest = uri.toString().substring(PREFIX.length());
        int question = rest.indexOf('?');
        String authority = question < 0 ? rest : rest.substring(0, question);
        if (authority.endsWith("/")) {
            authority = authority.substring(0, authority.length() - 1);
        }
        List<InetSocketAddress> addresses = new ArrayList<>();
        for (String text : authority.split(",", -1)) {
            addresses.add(address(text, options));
        }
        return new WireUri(
                List.copyOf(addresses),
                options.duration("connectTimeout", Duration.ofSeconds(10)),
                options.duration("reconnectTimeout", Duration.ofMinutes(5)),
                options);
    }

    private static InetSocketAddress address(String text, UriOptions options) {
        Matcher address = ADDRESS.matcher(text);
        String port = address.matches() ? address.group(2) : null;
        if (!address.matches() || (port != null && (Integer.parseInt(port) < 1 || Integer.parseInt(port) > 65535))) {
            throw options.malformed(
                    "\"" + text
                            + "\" is no address; wanted is host, host:port or [IPv6]:port, with a port from 1 to 65535",
                    null);
        }
        String host = address.group(1);
        return InetSocketAddress.createUnresolved(
                host.startsWith("[") ? host.substring(1, host.length() - 1) : host,
                port == null ? DEFAULT_PORT : Integer.parseInt(port));
    }
}
