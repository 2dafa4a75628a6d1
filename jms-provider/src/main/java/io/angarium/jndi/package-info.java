/** A read-only naming context made from properties: connection factories, queues and topics; depends on {@code jms}. */
@NullMarked
package io.angarium.jndi;

import org.jspecify.annotations.NullMarked;
