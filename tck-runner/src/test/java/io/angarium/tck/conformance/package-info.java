/**
 * The own conformance suite: what Jakarta Messaging 3.1 requires, said as tests against {@code jakarta.jms} and the small
 * interface {@link io.angarium.tck.conformance.ProviderUnderTest} only, so that any provider can be put under it.
 */
@NullMarked
package io.angarium.tck.conformance;

import org.jspecify.annotations.NullMarked;
