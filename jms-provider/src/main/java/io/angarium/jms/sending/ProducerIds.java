package io.angarium.jms.sending;

import io.angarium.protocol.BrokerLink;
import java.util.UUID;

/** Gives producers their numbers. Stateless. */
final class ProducerIds {
    private ProducerIds() {}

    /**
     * A number that is unique for ever; 0, which is none, for a link that cannot lose an answer: in the same JVM nothing
     * is ever repeated, and the broker need not remember what could be.
     */
    static long next(BrokerLink link) {
        return link.info().remote() ? UUID.randomUUID().getLeastSignificantBits() : 0;
    }
}
