package io.angarium.engine.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Which segments a folder has and in which files they are; changes nothing. */
public interface SegmentFiles {
    /** Numbers of the segments that exist, ascending; those that were allocated and never opened may be among them. */
    List<Long> existing() throws IOException;

    /** The file of a segment; it is read through channels of the journal's own. */
    Path file(long segment);
}
