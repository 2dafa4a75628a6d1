/** How messages go from the application to the link; depends on the protocol and on {@code failure} only. */
@NullMarked
package io.angarium.jms.sending;

import org.jspecify.annotations.NullMarked;
