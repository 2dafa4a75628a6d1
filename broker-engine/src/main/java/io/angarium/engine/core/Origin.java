package io.angarium.engine.core;

import org.jspecify.annotations.Nullable;

/**
 * Who sends; for noLocal.
 *
 * @param linkId the sender's link
 * @param clientId the client identifier of the link, or null
 */
public record Origin(String linkId, @Nullable String clientId) {}
