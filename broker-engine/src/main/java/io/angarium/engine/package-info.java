/** The embeddable broker. */
@NullMarked
package io.angarium.engine;

import org.jspecify.annotations.NullMarked;
