package io.angarium.examples.orders;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A file of orders, CSV or JSON lines by its name, in UTF-8; read line by line as often as wanted.
 *
 * @param path the file, or null for the sample that comes with this example
 */
record OrderFile(@Nullable Path path) {
    private static final String SAMPLE = "orders.csv";

    /** What a line turned out to be. */
    sealed interface Line {}

    /** A line with an order. */
    record Accepted(Order order) implements Line {}

    /** A line without; the text names file, line and value. */
    record Rejected(String text) implements Line {}

    /** For messages. */
    String name() {
        return path == null ? SAMPLE : path.toString();
    }

    /**
     * Reads all lines; empty ones are left out.
     *
     * @throws BadInputException if there is no such file, it cannot be read, or its header does not fit
     */
    void read(Consumer<Line> lines) {
        LineFormat format = format();
        int number = 0;
        try (BufferedReader reader = open()) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                number++;
                if (number == 1 && format.hasHeader()) {
                    header(format, line);
                } else if (!line.isBlank()) {
                    lines.accept(parse(format, line, number));
                }
            }
        } catch (NoSuchFileException e) {
            throw new BadInputException(name() + ": no such file", e);
        } catch (CharacterCodingException e) {
            throw new BadInputException(name() + ": not UTF-8, somewhere after line " + number, e);
        } catch (IOException e) {
            throw new BadInputException(name() + ": cannot be read after line " + number + ": " + e.getMessage(), e);
        }
        if (number == 0) {
            throw new BadInputException(name() + ": the file is empty");
        }
    }

    private void header(LineFormat format, String line) {
        try {
            format.header(line.startsWith("\uFEFF") ? line.substring(1) : line);
        } catch (BadLineException e) {
            throw new BadInputException(name() + ", line 1: " + e.getMessage(), e);
        }
    }

    private Line parse(LineFormat format, String line, int number) {
        try {
            return new Accepted(Order.of(format.fields(line)));
        } catch (BadLineException e) {
            return new Rejected(name() + ", line " + number + ": " + e.getMessage());
        }
    }

    private LineFormat format() {
        String name = name().toLowerCase(Locale.ROOT);
        if (name.endsWith(".csv")) {
            return new CsvLines();
        } else if (name.endsWith(".jsonl") || name.endsWith(".ndjson")) {
            return new JsonLines();
        }
        throw new BadInputException(name() + ": the name must end in .csv, .jsonl or .ndjson");
    }

    private BufferedReader open() throws IOException {
        if (path != null) {
            if (Files.isDirectory(path)) {
                throw new BadInputException(name() + ": is a folder, not a file");
            }
            return Files.newBufferedReader(path);
        }
        InputStream sample = OrderFile.class.getResourceAsStream("/" + SAMPLE);
        if (sample == null) {
            throw new AssertionError(SAMPLE + " is part of this example");
        }
        return new BufferedReader(new InputStreamReader(sample, StandardCharsets.UTF_8.newDecoder()));
    }
}
