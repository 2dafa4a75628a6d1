package io.angarium.engine.runtime;

import io.angarium.engine.journal.JournalException;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.ErrorReason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The open links, their client identifiers, and links that ended when the store could not take it. Confined to the lock. */
final class Links {
    private final Namespace namespace;
    private final Set<NamespaceLink> open = new LinkedHashSet<>();
    private final Map<String, NamespaceLink> byClientId = new HashMap<>();
    /** Ended links whose locks are still held: bounded by the number of links, as each is in it once. */
    private final List<String> unreleased = new ArrayList<>();

    private long lastReceiverKey;

    Links(Namespace namespace) {
        this.namespace = namespace;
    }

    void add(NamespaceLink link) {
        open.add(link);
    }

    List<NamespaceLink> open() {
        return List.copyOf(open);
    }

    long newReceiverKey() {
        return ++lastReceiverKey;
    }

    /** @throws BrokerException INVALID_CLIENT_ID if another link has it */
    void identify(NamespaceLink link, String clientId) {
        NamespaceLink holder = byClientId.putIfAbsent(clientId, link);
        if (holder != null && holder != link) {
            throw new BrokerException(
                    ErrorReason.INVALID_CLIENT_ID,
                    "the client identifier \"" + clientId + "\" is in use by another connection to broker "
                            + namespace.name() + "; close that one, or choose another identifier");
        }
    }

    /** Ends a link: what it held is released. Returns the record on which that depends. */
    long end(NamespaceLink link) {
        open.remove(link);
        byClientId.values().remove(link);
        return release(link.info().linkId());
    }

    private long release(String linkId) {
        try {
            return namespace.carryOutInPieces(namespace.core().releaseLink(linkId, namespace.now()));
        } catch (JournalException | BrokerException e) {
            unreleased.add(linkId); // a full store: tried again when it moves on; a failed one: for ever locked
            return 0;
        }
    }

    /** Tries again what {@link #end} could not do. */
    void releaseEnded() {
        if (!unreleased.isEmpty() && namespace.failure() == null) {
            List<String> again = List.copyOf(unreleased);
            unreleased.clear();
            again.forEach(this::release);
        }
    }
}
