/** The provider under a real transaction manager, with crashes of the JVM that has both it and the broker. */
@NullMarked
package io.angarium.jms.narayana;

import org.jspecify.annotations.NullMarked;
