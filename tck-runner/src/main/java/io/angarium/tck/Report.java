package io.angarium.tck;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** What a run has shown: a table for the terminal, and files for machines and for those who look for a fault. */
final class Report {
    private static final String ROW = "%-72s %6s %7s %7s %8s %9s%n";

    private final List<Outcome> outcomes;
    private final ExpectedFailures expected;

    Report(List<Outcome> all, ExpectedFailures expected) {
        outcomes = all.stream()
                .sorted(Comparator.comparing(Outcome::suite).thenComparing(Outcome::test))
                .toList();
        this.expected = expected;
    }

    /** Whether nothing was run. */
    boolean isEmpty() {
        return outcomes.isEmpty();
    }

    /** Failures that nobody expected. */
    List<Outcome> unexpectedFailures() {
        return outcomes.stream()
                .filter(outcome -> outcome.failed() && !expected.contains(outcome.test()))
                .toList();
    }

    /** Tests that passed although they were expected to fail, so that the list of these can be shortened. */
    List<Outcome> unexpectedPasses() {
        return outcomes.stream()
                .filter(outcome -> outcome.status() == Outcome.Status.PASSED && expected.contains(outcome.test()))
                .toList();
    }

    boolean asExpected() {
        return unexpectedFailures().isEmpty() && unexpectedPasses().isEmpty();
    }

    /** A row for each package, and their sum. */
    String table() {
        Map<String, List<Outcome>> packages = outcomes.stream()
                .collect(Collectors.groupingBy(Outcome::packageName, TreeMap::new, Collectors.toList()));
        StringBuilder table =
                new StringBuilder(String.format(ROW, "package", "tests", "passed", "failed", "skipped", "seconds"));
        packages.forEach((name, tests) -> table.append(row(name, tests)));
        table.append(row("all", outcomes));
        return table.toString();
    }

    /**
     * Writes {@code results.tsv}, {@code failures.log}, and JUnit XML for each suite.
     *
     * @throws IOException if the folder cannot be written
     */
    void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        List<String> lines = new ArrayList<>(List.of("suite\tclass\tmethod\tstatus\tmillis\tmessage"));
        StringBuilder failures = new StringBuilder();
        for (Outcome o : outcomes) {
            lines.add(String.join(
                    "\t",
                    o.suite().name(),
                    o.className(),
                    o.methodName(),
                    o.status().name(),
                    Long.toString(o.millis()),
                    o.message().replace('\t', ' ')));
            if (o.failed()) {
                failures.append("=== ")
                        .append(o.test())
                        .append('\n')
                        .append(o.log())
                        .append('\n');
            }
        }
        Files.write(folder.resolve("results.tsv"), lines);
        Files.writeString(folder.resolve("failures.log"), failures);
        for (Map.Entry<Suite, List<Outcome>> suite :
                outcomes.stream().collect(Collectors.groupingBy(Outcome::suite)).entrySet()) {
            writeXml(folder.resolve("TEST-" + suite.getKey() + ".xml"), suite.getKey(), suite.getValue());
        }
    }

    private static String row(String name, List<Outcome> tests) {
        return String.format(
                Locale.ROOT,
                ROW,
                name,
                tests.size(),
                count(tests, Outcome.Status.PASSED),
                count(tests, Outcome.Status.FAILED),
                count(tests, Outcome.Status.SKIPPED),
                seconds(tests.stream().mapToLong(Outcome::millis).sum()));
    }

    private static long count(List<Outcome> tests, Outcome.Status status) {
        return tests.stream().filter(test -> test.status() == status).count();
    }

    private static String seconds(long millis) {
        return String.format(Locale.ROOT, "%.3f", millis / 1000.0);
    }

    private static void writeXml(Path file, Suite suite, List<Outcome> tests) throws IOException {
        try (Writer out = Files.newBufferedWriter(file)) {
            XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(out);
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeStartElement("testsuite");
            xml.writeAttribute("name", suite.name());
            xml.writeAttribute("tests", Integer.toString(tests.size()));
            xml.writeAttribute("failures", Long.toString(count(tests, Outcome.Status.FAILED)));
            xml.writeAttribute("errors", "0");
            xml.writeAttribute("skipped", Long.toString(count(tests, Outcome.Status.SKIPPED)));
            xml.writeAttribute(
                    "time", seconds(tests.stream().mapToLong(Outcome::millis).sum()));
            for (Outcome test : tests) {
                writeXml(xml, test);
            }
            xml.writeEndElement();
            xml.writeEndDocument();
            xml.close();
        } catch (XMLStreamException e) {
            throw new IOException("cannot write " + file, e);
        }
    }

    private static void writeXml(XMLStreamWriter xml, Outcome test) throws XMLStreamException {
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", test.className());
        xml.writeAttribute("name", test.methodName());
        xml.writeAttribute("time", seconds(test.millis()));
        if (test.failed()) {
            xml.writeStartElement("failure");
            xml.writeAttribute("message", printable(test.message()));
            xml.writeCharacters(printable(test.log()));
            xml.writeEndElement();
        } else if (test.status() == Outcome.Status.SKIPPED) {
            xml.writeStartElement("skipped");
            xml.writeAttribute("message", printable(test.message()));
            xml.writeEndElement();
        }
        xml.writeEndElement();
    }

    /** XML has no place for most control characters, and a log may have any. */
    private static String printable(String text) {
        return text.replaceAll("[^\\x09\\x0A\\x0D\\x20-\\uD7FF\\uE000-\\uFFFD]", "?");
    }
}
