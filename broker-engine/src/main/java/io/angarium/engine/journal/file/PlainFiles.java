package io.angarium.engine.journal.file;

import io.angarium.engine.journal.SegmentFiles;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names of segments: {@code segment-0000000001.ang}.
 *
 * @param folder of the segments
 */
record PlainFiles(Path folder) implements SegmentFiles {
    private static final Pattern NAME = Pattern.compile("segment-(\\d{10,19})\\.ang");

    @Override
    public List<Long> existing() throws IOException {
        List<Long> found = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                Matcher name = NAME.matcher(String.valueOf(file.getFileName()));
                if (name.matches()) {
                    found.add(Long.parseLong(name.group(1)));
                }
            }
        }
        found.sort(null);
        return found;
    }

    @Override
    public Path file(long segment) {
        return folder.resolve(String.format("segment-%010d.ang", segment));
    }
}
