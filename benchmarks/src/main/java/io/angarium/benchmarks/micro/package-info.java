/** JMH benchmarks of parts of the broker. */
@NullMarked
package io.angarium.benchmarks.micro;

import org.jspecify.annotations.NullMarked;
