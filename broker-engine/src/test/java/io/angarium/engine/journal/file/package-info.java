/** Tests of the plain files, with faults put in. */
@NullMarked
package io.angarium.engine.journal.file;

import org.jspecify.annotations.NullMarked;
