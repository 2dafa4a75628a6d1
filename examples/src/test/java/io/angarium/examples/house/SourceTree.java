package io.angarium.examples.house;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The folders of this repository, found from the module that a test runs in. */
final class SourceTree {
    private SourceTree() {}

    static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("CONTRIBUTING.md"))) {
            folder = folder.getParent();
            if (folder == null) {
                throw new AssertionError(
                        "no CONTRIBUTING.md above " + Path.of("").toAbsolutePath());
            }
        }
        return folder;
    }

    /** Java sources of all modules under {@code src/KIND/java}, sorted. */
    static List<Path> javaSources(String kind) {
        try (Stream<Path> modules = Files.list(root())) {
            return modules.map(module -> module.resolve("src").resolve(kind).resolve("java"))
                    .filter(Files::isDirectory)
                    .flatMap(SourceTree::javaFiles)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<Path> javaFiles(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
