/** The frames of the network protocol and their encoding; docs/protocol.md describes them. */
@NullMarked
package io.angarium.wire.frame;

import org.jspecify.annotations.NullMarked;
