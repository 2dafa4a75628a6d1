/**
 * The journal: what is durable, in one order. The interface, its record format and the encoding of the core's events.
 * May depend on the core.
 */
@NullMarked
package io.angarium.engine.journal;

import org.jspecify.annotations.NullMarked;
