/** Tests of the journal: one contract for all kinds, crashes, damage; and the simulated journal for the tests of others. */
@NullMarked
package io.angarium.engine.journal;

import org.jspecify.annotations.NullMarked;
