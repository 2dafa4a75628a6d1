package io.angarium.benchmarks.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A folder for stores, deleted when it is closed. */
final class Scratch implements AutoCloseable {
    private final Path folder;

    /** @param parent where the disk is that is to be measured */
    Scratch(Path parent) throws IOException {
        Files.createDirectories(parent);
        folder = Files.createTempDirectory(parent, "angarium-benchmark");
    }

    Path folder() {
        return folder;
    }

    static long bytesIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            long bytes = 0;
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                bytes += Files.size(file);
            }
            return bytes;
        }
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
