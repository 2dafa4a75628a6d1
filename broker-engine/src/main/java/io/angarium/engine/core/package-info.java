/**
 * The deterministic heart of the broker: rules and state of the entities. No clock, thread or I/O; depends on the
 * protocol, {@code java.lang} and {@code java.util} only.
 */
@NullMarked
package io.angarium.engine.core;

import org.jspecify.annotations.NullMarked;
