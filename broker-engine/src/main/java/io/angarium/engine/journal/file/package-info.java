/** Segments as plain files. May depend on the journal. */
@NullMarked
package io.angarium.engine.journal.file;

import org.jspecify.annotations.NullMarked;
