/** Tests of the runner, with a small suite of the tests' own in place of the public ones. */
@NullMarked
package io.angarium.tck;

import org.jspecify.annotations.NullMarked;
