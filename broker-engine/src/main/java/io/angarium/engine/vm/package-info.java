/** Links to a broker in the same JVM: the URI {@code angarium:vm:NAME?options}. May depend on the broker's public API. */
@NullMarked
package io.angarium.engine.vm;

import org.jspecify.annotations.NullMarked;
