/**
 * The order pipeline: a shop's orders from a file through a topic, shared subscriptions and workers, with the process
 * killed on the way. Depends on jakarta.jms and JNDI; the closing audit also reads the store with the engine's verifier.
 */
@NullMarked
package io.angarium.examples.orders;

import org.jspecify.annotations.NullMarked;
