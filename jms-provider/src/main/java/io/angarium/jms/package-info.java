/** The jakarta.jms API on a broker link. */
@NullMarked
package io.angarium.jms;

import org.jspecify.annotations.NullMarked;
