package io.angarium.engine.journal.chronicle;

import io.angarium.engine.journal.SegmentFiles;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names of segments: those of the library's cycles; the cycle's number, a minute since 1970, is the segment's. A file that the
 * library has not started yet has another ending, so that the library and its tools do not see it.
 *
 * @param folder of the segments
 */
record CycleFiles(Path folder) implements SegmentFiles {
    private static final String CYCLE = ".cq4";
    private static final String NEXT = ".cq4.next";
    private static final Pattern NAME = Pattern.compile("(\\d{8}-\\d{4})\\.cq4(\\.next)?");
    private static final LocalDateTime EPOCH = LocalDateTime.of(1970, 1, 1, 0, 0);
    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmm");

    @Override
    public List<Long> existing() throws IOException {
        return numbers("");
    }

    /** Numbers of the cycles that the library sees, ascending. */
    List<Long> started() throws IOException {
        return numbers(CYCLE);
    }

    /** Numbers of the files with an ending, ascending; with any ending if it is empty. */
    private List<Long> numbers(String ending) throws IOException {
        List<Long> numbers = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                String name = String.valueOf(file.getFileName());
                Matcher matcher = NAME.matcher(name);
                if (matcher.matches() && (ending.isEmpty() || name.endsWith(ending))) {
                    numbers.add(number(file, matcher.group(1)));
                }
            }
        }
        numbers.sort(null);
        return numbers;
    }

    private static long number(Path file, String stamp) throws IOException {
        try {
            return Duration.between(EPOCH, LocalDateTime.parse(stamp, STAMP)).toMinutes();
        } catch (DateTimeParseException e) {
            throw new IOException(file + " is not a segment; remove it from the store", e);
        }
    }

    @Override
    public Path file(long segment) {
        Path cycle = cycle(segment);
        return Files.exists(cycle) ? cycle : next(segment);
    }

    /** What the file is called when the library has it. */
    Path cycle(long segment) {
        return named(segment, CYCLE);
    }

    /** What the file is called before. */
    Path next(long segment) {
        return named(segment, NEXT);
    }

    private Path named(long segment, String ending) {
        return folder.resolve(EPOCH.plusMinutes(segment).format(STAMP) + ending);
    }
}
