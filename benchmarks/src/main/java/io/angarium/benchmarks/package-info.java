/** JMH and load programs. Figures and the machine they were taken on are in docs/performance.md. */
@NullMarked
package io.angarium.benchmarks;

import org.jspecify.annotations.NullMarked;
