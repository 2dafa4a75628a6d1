package io.angarium.engine.core;

import io.angarium.protocol.ReceiveMode;
import io.angarium.protocol.Source;
import org.jspecify.annotations.Nullable;

/**
 * A receiver to be opened.
 *
 * @param receiverKey chosen by the caller, unique in the namespace
 * @param linkId its link
 * @param clientId client identifier of the link, or null
 * @param source what it receives from
 * @param mode lock, or delete at delivery
 * @param sessionId the session of the link that uses it; 0 for none
 */
public record ReceiverRequest(
        long receiverKey, String linkId, @Nullable String clientId, Source source, ReceiveMode mode, long sessionId) {
    /** A receiver of no session. */
    public ReceiverRequest(
            long receiverKey, String linkId, @Nullable String clientId, Source source, ReceiveMode mode) {
        this(receiverKey, linkId, clientId, source, mode, 0);
    }
}
