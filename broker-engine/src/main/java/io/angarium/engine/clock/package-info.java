/** The broker's time: the system's, or one that a test moves. Depends on nothing but the JDK and the log. */
@NullMarked
package io.angarium.engine.clock;

import org.jspecify.annotations.NullMarked;
