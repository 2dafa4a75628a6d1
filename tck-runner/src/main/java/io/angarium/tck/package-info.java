/** Runs public conformance suites that a user supplies against this provider. Depends on the engine, JNDI and JUnit. */
@NullMarked
package io.angarium.tck;

import org.jspecify.annotations.NullMarked;
