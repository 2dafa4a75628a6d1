package io.angarium.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.angarium.tck.Outcome.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;

class ReportTest {
    private static final Outcome PASSED = new Outcome(Suite.TCK, "a.One", "good", Status.PASSED, 1500, "", "");
    private static final Outcome FAILED =
            new Outcome(Suite.TCK, "b.Two", "bad", Status.FAILED, 20, "java.lang.Exception: why", "log \u0001 <&>\n");
    private static final Outcome SKIPPED = new Outcome(Suite.TCK, "b.Two", "left", Status.SKIPPED, 0, "reason", "");

    @TempDir
    private Path folder = Path.of("");

    @Test
    void aFailureThatIsExpectedIsAsExpected() {
        Report report = new Report(List.of(PASSED, FAILED), new ExpectedFailures(Set.of("b.Two#bad")));

        assertThat(report.asExpected()).isTrue();
    }

    @Test
    void aFailureThatIsNotExpectedIsNot() {
        Report report = new Report(List.of(PASSED, FAILED), ExpectedFailures.NONE);

        assertThat(report.asExpected()).isFalse();
        assertThat(report.unexpectedFailures()).containsExactly(FAILED);
    }

    @Test
    void aTestThatPassesAgainstExpectationIsNotAsExpected() {
        Report report = new Report(List.of(PASSED), new ExpectedFailures(Set.of("a.One#good")));

        assertThat(report.asExpected()).isFalse();
        assertThat(report.unexpectedPasses()).containsExactly(PASSED);
    }

    @Test
    void anExpectedFailureThatWasNotRunDoesNotMatter() {
        assertThat(new Report(List.of(PASSED), new ExpectedFailures(Set.of("c.Three#other"))).asExpected())
                .isTrue();
    }

    @Test
    void theTableHasARowForEachPackageAndOneForAll() {
        String table = new Report(List.of(PASSED, FAILED, SKIPPED), ExpectedFailures.NONE).table();

        assertThat(table.lines().map(line -> line.replaceAll(" +", " ")))
                .containsExactly(
                        "package tests passed failed skipped seconds",
                        "a 1 1 0 0 1.500",
                        "b 2 0 1 1 0.020",
                        "all 3 1 1 1 1.520");
    }

    @Test
    void theFilesHaveEveryTestAndTheLogOfEachFailure() throws Exception {
        new Report(List.of(PASSED, FAILED, SKIPPED), ExpectedFailures.NONE).write(folder);

        assertThat(Files.readAllLines(folder.resolve("results.tsv")))
                .containsExactly(
                        "suite\tclass\tmethod\tstatus\tmillis\tmessage",
                        "TCK\ta.One\tgood\tPASSED\t1500\t",
                        "TCK\tb.Two\tbad\tFAILED\t20\tjava.lang.Exception: why",
                        "TCK\tb.Two\tleft\tSKIPPED\t0\treason");
        assertThat(folder.resolve("failures.log")).content().startsWith("=== b.Two#bad\nlog ");
        Element suite = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(folder.resolve("TEST-TCK.xml").toFile())
                .getDocumentElement();
        assertThat(suite.getAttribute("tests")).isEqualTo("3");
        assertThat(suite.getAttribute("failures")).isEqualTo("1");
        assertThat(suite.getElementsByTagName("failure").item(0).getTextContent())
                .isEqualTo("log ? <&>\n");
    }

    @Test
    void aFileOfExpectedFailuresHasRemarks() throws IOException {
        Path file = Files.writeString(folder.resolve("expected.txt"), "# why\n\n a.One#good \n");

        assertThat(ExpectedFailures.read(file).tests()).containsExactly("a.One#good");
    }

    @Test
    void aLineThatIsNoTestIsRefusedWithItsFile() throws IOException {
        Path file = Files.writeString(folder.resolve("expected.txt"), "a.One.good\n");

        assertThatThrownBy(() -> ExpectedFailures.read(file))
                .isInstanceOf(BadUsageException.class)
                .hasMessageContaining("a.One.good")
                .hasMessageContaining("expected.txt")
                .hasMessageContaining("class#method");
    }
}
