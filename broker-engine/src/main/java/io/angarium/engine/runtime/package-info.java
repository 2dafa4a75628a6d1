/**
 * The shell around the core: lock, journal, replies, deliveries, timers, back-pressure, cleaning. May depend on the core, the
 * journal, the clock and the admin records.
 *
 * <p>A message's life in six classes: {@link io.angarium.engine.runtime.NamespaceLink} (request), {@code Namespace} (decide,
 * append, apply), {@code ReplyGate} (reply when durable), {@code Dispatcher} (lock and delivery), {@code Outbox} (hand-over
 * outside the lock), {@code Contents} (where bodies are).
 */
@NullMarked
package io.angarium.engine.runtime;

import org.jspecify.annotations.NullMarked;
