/** A broker as a process of its own: command line, listener, orderly end. */
@NullMarked
package io.angarium.server;

import org.jspecify.annotations.NullMarked;
