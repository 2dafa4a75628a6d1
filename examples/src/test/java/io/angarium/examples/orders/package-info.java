/** Tests of the order pipeline. */
@NullMarked
package io.angarium.examples.orders;

import org.jspecify.annotations.NullMarked;
