package io.angarium.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuiteFilesTest {
    @TempDir
    private Path folder = Path.of("");

    private Path jar(String name, String entry) throws IOException {
        Path jar = folder.resolve(name);
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            zip.putNextEntry(new ZipEntry(entry));
        }
        return jar;
    }

    @Test
    void theJarsOfAFolderAreTakenAndThoseWithTestsAreTheRoots() throws IOException {
        Path tests = jar("a.jar", "com/sun/ts/tests/jms/core/SomeIT.class");
        Path other = jar("b.jar", "com/sun/ts/lib/Other.class");

        SuiteFiles files = SuiteFiles.find(Suite.TCK, folder.toString());

        assertThat(files.classPath()).containsExactly(tests, other);
        assertThat(files.roots()).containsExactly(tests);
        assertThat(files.describe().get(0)).contains("a.jar").contains("SHA-256");
    }

    @Test
    void aFolderOfClassesIsTakenAsItIs() throws IOException {
        Files.createDirectories(folder.resolve("classes/org/objectweb/jtests/jms/conform"));

        SuiteFiles files = SuiteFiles.find(Suite.JORAM, folder.resolve("classes") + File.pathSeparator);

        assertThat(files.roots()).containsExactly(folder.resolve("classes"));
    }

    @Test
    void jarsWithoutTheSuiteAreRefusedWithTheNameOfTheOption() throws IOException {
        jar("b.jar", "com/sun/ts/lib/Other.class");

        assertThatThrownBy(() -> SuiteFiles.find(Suite.TCK, folder.toString()))
                .isInstanceOf(BadUsageException.class)
                .hasMessageContaining("com/sun/ts/tests/jms/core")
                .hasMessageContaining("b.jar")
                .hasMessageContaining("--tck");
    }

    @Test
    void aPathThatDoesNotExistIsNamed() {
        assertThatThrownBy(() ->
                        SuiteFiles.find(Suite.JORAM, folder.resolve("nowhere").toString()))
                .isInstanceOf(BadUsageException.class)
                .hasMessageContaining("nowhere of --joram does not exist");
    }

    @Test
    void aFileThatIsNoJarIsNamed() throws IOException {
        Files.writeString(folder.resolve("text.jar"), "text");

        assertThatThrownBy(() -> SuiteFiles.find(Suite.TCK, folder.toString()))
                .isInstanceOf(BadUsageException.class)
                .hasMessageContaining("text.jar is neither a folder nor a jar");
    }
}
