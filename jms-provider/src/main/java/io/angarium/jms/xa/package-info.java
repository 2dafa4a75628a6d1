/** Branches of distributed transactions: what a transaction manager asks of a connection. May depend on delivery, sending and failure. */
@NullMarked
package io.angarium.jms.xa;

import org.jspecify.annotations.NullMarked;
