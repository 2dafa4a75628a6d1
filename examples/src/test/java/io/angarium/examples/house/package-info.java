/** Tests of the house itself: the style of all modules, and that README's examples run. */
@NullMarked
package io.angarium.examples.house;

import org.jspecify.annotations.NullMarked;
