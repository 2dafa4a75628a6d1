/** The client's side: links to a broker over the network, for URIs {@code angarium://host:port}. */
@NullMarked
package io.angarium.wire.client;

import org.jspecify.annotations.NullMarked;
