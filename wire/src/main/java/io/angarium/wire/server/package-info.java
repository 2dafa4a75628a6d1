/** The broker's side: a listener, and for each link of a client what stands between its frames and the broker. */
@NullMarked
package io.angarium.wire.server;

import org.jspecify.annotations.NullMarked;
