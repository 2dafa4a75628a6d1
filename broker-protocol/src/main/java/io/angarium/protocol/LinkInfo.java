package io.angarium.protocol;

import java.util.Map;

/**
 * What a client learns when its link opens.
 *
 * @param brokerName name of the broker
 * @param brokerVersion version of the broker
 * @param linkId unique for ever; the identity behind noLocal
 * @param maxMessageBytes largest message that the broker takes, head and body
 * @param remote whether a network is between; false in the same JVM
 * @param clientOptions query parameters of the URI that the link did not use, for the client above it
 */
public record LinkInfo(
        String brokerName,
        String brokerVersion,
        String linkId,
        long maxMessageBytes,
        boolean remote,
        Map<String, String> clientOptions) {
    public LinkInfo {
        clientOptions = Map.copyOf(clientOptions);
    }
}
