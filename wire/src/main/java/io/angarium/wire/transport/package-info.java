/** Frames on a TCP connection, and the counted flow of frames that outlives connections; the same on both sides. */
@NullMarked
package io.angarium.wire.transport;

import org.jspecify.annotations.NullMarked;
