/**
 * How messages come from the link to the application and how they are settled; depends on the protocol and on
 * {@code failure} only.
 */
@NullMarked
package io.angarium.jms.delivery;

import org.jspecify.annotations.NullMarked;
