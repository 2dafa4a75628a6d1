package io.angarium.tck;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.ZipFile;

/**
 * The jars and class folders of a suite, found by what is in them.
 *
 * @param suite what they are
 * @param classPath all of them, also those that the suite only needs to run
 * @param roots those with test classes
 */
record SuiteFiles(Suite suite, List<Path> classPath, List<Path> roots) {
    SuiteFiles {
        classPath = List.copyOf(classPath);
        roots = List.copyOf(roots);
    }

    /**
     * Looks for a suite.
     *
     * @param paths jars, folders of classes and folders of jars, separated as on a class path
     * @throws BadUsageException if one does not exist, or none has the suite in it
     */
    static SuiteFiles find(Suite suite, String paths) {
        List<Path> classPath = new ArrayList<>();
        for (String name : paths.split(File.pathSeparator, -1)) {
            if (!name.isBlank()) {
                classPath.addAll(entries(suite, Path.of(name).toAbsolutePath().normalize()));
            }
        }
        List<Path> roots = classPath.stream()
                .filter(entry -> hasFolder(entry, suite.folder()))
                .toList();
        if (roots.isEmpty()) {
            throw new BadUsageException(
                    "no test classes (" + suite.folder() + ") in " + classPath + "; give " + suite.option()
                            + " the jars or class folders that have them, separated by '" + File.pathSeparator + "'");
        }
        return new SuiteFiles(suite, classPath, roots);
    }

    /**
     * The own suite, where the class path of this program has it.
     *
     * @throws BadUsageException if it does not
     */
    static SuiteFiles own() {
        String name = Suite.OWN.folder() + "/ConformanceTest.class";
        URL found = SuiteFiles.class.getClassLoader().getResource(name);
        if (found == null || !found.getProtocol().equals("file")) {
            throw new BadUsageException(
                    "the own suite is not on the class path: it is among this module's tests, so run"
                            + " mvn -pl tck-runner -am test-compile exec:exec -Dexec.classpathScope=test -Dtck.args=\"--suite own\"");
        }
        Path root =
                Path.of(URI.create(found.toString())).resolve("../../../../..").normalize();
        return new SuiteFiles(Suite.OWN, List.of(root), List.of(root));
    }

    /** One line for each entry: name, size and checksum of a jar. */
    List<String> describe() {
        return classPath.stream()
                .map(entry -> Files.isDirectory(entry) ? entry + " (classes)" : entry + " " + sizeAndChecksum(entry))
                .toList();
    }

    private static List<Path> entries(Suite suite, Path path) {
        if (!Files.exists(path)) {
            throw new BadUsageException(path + " of " + suite.option() + " does not exist");
        }
        if (!Files.isDirectory(path)) {
            return List.of(path);
        }
        try (var files = Files.list(path)) {
            List<Path> jars = files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
            return jars.isEmpty() ? List.of(path) : jars;
        } catch (IOException e) {
            throw new BadUsageException("cannot read the folder " + path + ": " + e.getMessage(), e);
        }
    }

    private static boolean hasFolder(Path entry, String folder) {
        if (Files.isDirectory(entry)) {
            return Files.isDirectory(entry.resolve(folder));
        }
        try (ZipFile zip = new ZipFile(entry.toFile())) {
            return zip.stream().anyMatch(file -> file.getName().startsWith(folder + "/"));
        } catch (IOException e) {
            throw new BadUsageException(entry + " is neither a folder nor a jar: " + e.getMessage(), e);
        }
    }

    private static String sizeAndChecksum(Path jar) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            long bytes;
            try (DigestInputStream in = new DigestInputStream(Files.newInputStream(jar), digest)) {
                bytes = in.transferTo(OutputStream.nullOutputStream());
            }
            return bytes + " bytes, SHA-256 " + HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
