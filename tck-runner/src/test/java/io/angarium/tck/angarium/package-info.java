/** This provider under the conformance suite. Depends on the suite's {@code ProviderUnderTest} and on the broker. */
@NullMarked
package io.angarium.tck.angarium;

import org.jspecify.annotations.NullMarked;
