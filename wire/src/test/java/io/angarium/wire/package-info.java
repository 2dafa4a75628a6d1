@NullMarked
package io.angarium.wire;

import org.jspecify.annotations.NullMarked;
