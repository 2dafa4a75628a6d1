package io.angarium.engine.journal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.stream.Stream;

/** A copy of the files of a store, to be damaged: what a crash at the moment of copying would have left. */
record StoreCopy(Path folder) {
    /** Copies a store; a file that vanishes meanwhile is left out. */
    static StoreCopy of(Path store, Path target) {
        try {
            Files.walkFileTree(store, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
                        throws IOException {
                    Files.createDirectories(
                            target.resolve(store.relativize(folder).toString()));
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    try {
                        Files.copy(
                                file,
                                target.resolve(store.relativize(file).toString()),
                                StandardCopyOption.REPLACE_EXISTING);
                    } catch (NoSuchFileException e) {
                        return FileVisitResult.CONTINUE; // deleted in the meantime, as it may be
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
            return new StoreCopy(target);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The files of the segments, oldest first. */
    List<Path> segments() {
        try (Stream<Path> files = Files.list(folder.resolve("journal"))) {
            return files.filter(file -> !file.toString().endsWith(".cq4t"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Turns one bit of a file round. */
    static void flip(Path file, long position, int bit) {
        try {
            byte[] bytes = Files.readAllBytes(file);
            bytes[(int) position] ^= (byte) (1 << bit);
            Files.write(file, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes the copy. */
    void delete() {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
