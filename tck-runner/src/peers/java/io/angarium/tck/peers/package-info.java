/** Other providers under the conformance suite, to see whether it tests the specification or us. Only in profile peers. */
@NullMarked
package io.angarium.tck.peers;

import org.jspecify.annotations.NullMarked;
