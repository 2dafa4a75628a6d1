package io.angarium.engine.core;

import io.angarium.protocol.EntitySettings;

/**
 * What is allowed in a namespace.
 *
 * @param autoCreate whether queues and topics are created on first use
 * @param settings of entities that are created on first use
 */
public record NamespacePolicy(boolean autoCreate, EntitySettings settings) {
    /** Everything is created on first use, with the default settings. */
    public static final NamespacePolicy DEFAULT = new NamespacePolicy(true, EntitySettings.DEFAULT);
}
