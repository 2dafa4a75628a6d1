@NullMarked
package io.angarium.wire.frame;

import org.jspecify.annotations.NullMarked;
