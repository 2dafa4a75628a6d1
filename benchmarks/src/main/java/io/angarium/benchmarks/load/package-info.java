/** Load programs: threads that send, stores that grow, restarts. */
@NullMarked
package io.angarium.benchmarks.load;

import org.jspecify.annotations.NullMarked;
