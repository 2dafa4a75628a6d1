package io.angarium.tck;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The tests that are known to fail: a line {@code class#method} for each in a file, where empty lines and lines that begin
 * with {@code #} are remarks.
 */
record ExpectedFailures(Set<String> tests) {
    /** There are none. */
    static final ExpectedFailures NONE = new ExpectedFailures(Set.of());

    ExpectedFailures {
        tests = Set.copyOf(tests);
    }

    /**
     * Reads a file.
     *
     * @throws BadUsageException if it cannot be read, or a line is no name of a test
     */
    static ExpectedFailures read(Path file) {
        try {
            return new ExpectedFailures(Files.readAllLines(file).stream()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .map(line -> checked(line, file))
                    .collect(Collectors.toSet()));
        } catch (IOException e) {
            throw new BadUsageException("cannot read the expected failures in " + file + ": " + e, e);
        }
    }

    boolean contains(String test) {
        return tests.contains(test);
    }

    private static String checked(String line, Path file) {
        if (line.indexOf('#') < 1) {
            throw new BadUsageException("'" + line + "' in " + file + " is no test; write class#method");
        }
        return line;
    }
}
