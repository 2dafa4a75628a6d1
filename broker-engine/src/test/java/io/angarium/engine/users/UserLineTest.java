package io.angarium.engine.users;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserLineTest {
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final ByteArrayOutputStream problems = new ByteArrayOutputStream();

    @Test
    void whatIsPrintedIsALineOfAUsersFile(@TempDir Path folder) throws IOException {
        assertThat(run("swordfish\n", "ann")).isZero();

        Path file = Files.write(folder.resolve("users"), printed.toByteArray());
        Authentication.of(Users.inFile(file)).require("shop", "ann", "swordfish");
        assertThat(text(printed)).startsWith("ann:").doesNotContain("swordfish");
        assertThat(text(problems)).isEmpty();
    }

    @Test
    void whatCannotBeAUserEndsWithTwoAndSaysWhy() throws IOException {
        assertThat(run("", "ann")).isEqualTo(2);
        assertThat(run("\n", "ann")).isEqualTo(2);
        assertThat(run("swordfish\n", "a:b")).isEqualTo(2);
        assertThat(run("swordfish\n")).isEqualTo(2);

        assertThat(text(problems).lines())
                .satisfiesExactly(
                        none -> assertThat(none).contains("no password"),
                        empty -> assertThat(empty).contains("empty"),
                        name -> assertThat(name).contains("user name"),
                        usage -> assertThat(usage).contains("usage: UserLine NAME"));
        assertThat(text(printed)).isEmpty();
    }

    private int run(String input, String... arguments) throws IOException {
        return UserLine.run(
                arguments,
                null,
                new ByteArrayInputStream(input.getBytes(Charset.defaultCharset())),
                new PrintStream(printed, true, StandardCharsets.UTF_8),
                new PrintStream(problems, true, StandardCharsets.UTF_8));
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
