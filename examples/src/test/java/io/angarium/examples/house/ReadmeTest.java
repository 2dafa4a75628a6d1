package io.angarium.examples.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.angarium.jms.AngariumConnectionFactory;
import jakarta.jms.JMSException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every Java block of README and of the pages in docs (but not what is marked as a fragment) is a class that compiles; its main method runs, and prints what the
 * text block after it says. Blocks of properties before it are its jndi.properties. The sh blocks of README are run by CI.
 */
class ReadmeTest {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\\R(.*?)^```$");
    private static final Pattern CLASS_NAME = Pattern.compile("(?m)^(?:public )?(?:final )?class (\\w+)");
    private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:|#)([^)#]+)");

    @TempDir
    private Path folder = Path.of("");

    private record Block(String language, String text) {}

    @TestFactory
    Stream<DynamicTest> javaBlocksRunAsTheyStand() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (Path page : pages()) {
            List<Block> blocks = blocks(page);
            String properties = "";
            for (int i = 0; i < blocks.size(); i++) {
                Block block = blocks.get(i);
                if (block.language().equals("properties")) {
                    properties = block.text();
                } else if (block.language().equals("java")) {
                    String expected = i + 1 < blocks.size()
                                    && blocks.get(i + 1).language().equals("text")
                            ? blocks.get(i + 1).text()
                            : "";
                    String jndi = properties;
                    tests.add(DynamicTest.dynamicTest(
                            page.getFileName() + ": " + className(block.text()),
                            () -> assertThat(run(block.text(), jndi)).isEqualToNormalizingNewlines(expected)));
                }
            }
        }
        return tests.stream();
    }

    @Test
    void readmeBeginsWithTwoCommandsOfOneLineEach() throws IOException {
        List<Block> commands = blocks(SourceTree.root().resolve("README.md")).stream()
                .filter(block -> block.language().equals("sh"))
                .toList();

        assertThat(commands.get(0).text().lines()).hasSize(1);
        assertThat(commands.get(1).text().lines()).hasSize(1);
        assertThat(blocks(SourceTree.root().resolve("README.md")).get(0).language())
                .isEqualTo("sh");
    }

    @Test
    void everyOptionOfAUriIsInItsTables() throws IOException {
        String readme = Files.readString(SourceTree.root().resolve("README.md"));
        AngariumConnectionFactory wrong = new AngariumConnectionFactory("angarium:vm:readme-test?noSuchOption=1");

        assertThatThrownBy(wrong::createConnection)
                .isInstanceOf(JMSException.class)
                .satisfies(failure -> {
                    Matcher known = Pattern.compile("known are, of the broker, (.*) and, of the client, (.*)")
                            .matcher(failure.getMessage());
                    assertThat(known.find()).as(failure.getMessage()).isTrue();
                    for (String option : (known.group(1) + ", " + known.group(2)).split(", ", -1)) {
                        assertThat(readme).contains("`" + option + "`");
                    }
                });
    }

    @Test
    void everyRelativeLinkLeadsSomewhere() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path page : pages()) {
            Matcher links = LINK.matcher(Files.readString(page));
            while (links.find()) {
                if (!Files.exists(page.resolveSibling(links.group(1)))) {
                    broken.add(page.getFileName() + ": " + links.group(1));
                }
            }
        }

        assertThat(broken).isEmpty();
    }

    private static List<Path> pages() throws IOException {
        Path root = SourceTree.root();
        try (Stream<Path> docs = Files.walk(root.resolve("docs"))) {
            return Stream.concat(
                            Stream.of(root.resolve("README.md"), root.resolve("CONTRIBUTING.md")),
                            docs.filter(file -> file.toString().endsWith(".md")))
                    .sorted()
                    .toList();
        }
    }

    private static List<Block> blocks(Path page) throws IOException {
        List<Block> blocks = new ArrayList<>();
        Matcher matcher = BLOCK.matcher(Files.readString(page));
        while (matcher.find()) {
            blocks.add(new Block(matcher.group(1), matcher.group(2)));
        }
        return blocks;
    }

    private static String className(String source) {
        Matcher matcher = CLASS_NAME.matcher(source);
        assertThat(matcher.find()).as("a class in %s", source).isTrue();
        return matcher.group(1);
    }

    private String run(String source, String jndiProperties) throws Exception {
        Path place = Files.createTempDirectory(folder, "example");
        Files.writeString(place.resolve("jndi.properties"), jndiProperties);
        compile(Files.writeString(place.resolve(className(source) + ".java"), source), place);
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        PrintStream out = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {place.toUri().toURL()}, before)) {
            Thread.currentThread().setContextClassLoader(loader);
            System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
            loader.loadClass(className(source))
                    .getMethod("main", String[].class)
                    .invoke(null, (Object) new String[0]);
        } catch (InvocationTargetException e) {
            throw new AssertionError(className(source) + " failed: " + e.getCause(), e.getCause());
        } finally {
            System.setOut(out);
            Thread.currentThread().setContextClassLoader(before);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }

    private static void compile(Path source, Path place) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(problems, null, null)) {
            compiler.getTask(
                            null,
                            files,
                            problems,
                            List.of("-proc:none", "-d", place.toString()),
                            null,
                            files.getJavaFileObjects(source))
                    .call();
        }
        assertThat(problems.getDiagnostics().stream()
                        .filter(problem -> problem.getKind() == Diagnostic.Kind.ERROR)
                        .map(String::valueOf))
                .as("errors in %s", source.getFileName())
                .isEmpty();
    }
}
