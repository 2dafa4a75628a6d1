/** Turns the broker's errors into the exceptions of jakarta.jms; depends on the protocol only. */
@NullMarked
package io.angarium.jms.failure;

import org.jspecify.annotations.NullMarked;
