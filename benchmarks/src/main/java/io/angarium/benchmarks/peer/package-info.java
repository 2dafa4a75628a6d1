/** Another broker, for comparison in the same run. */
@NullMarked
package io.angarium.benchmarks.peer;

import org.jspecify.annotations.NullMarked;
