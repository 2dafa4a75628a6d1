package io.angarium.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

/** The runner from its command line to its exit code, with a suite that each test compiles for itself. */
class TckRunnerTest {
    private static final String SOURCE = """
            package com.sun.ts.tests.jms.core;

            import jakarta.jms.*;
            import javax.naming.InitialContext;
            import org.junit.jupiter.api.*;

            class SmallTestsIT {
                @Test
                void usesTheNamesOfTheSuite() throws Exception {
                    InitialContext jndi = new InitialContext();
                    ConnectionFactory factory = (ConnectionFactory) jndi.lookup("DURABLE_SUB_CONNECTION_FACTORY");
                    try (JMSContext context = factory.createContext(
                            System.getProperty("user"), System.getProperty("password"))) {
                        Assertions.assertEquals("cts", context.getClientID());
                        Queue queue = (Queue) jndi.lookup("MY_QUEUE");
                        context.createProducer().send(queue, "left behind");
                    }
                }

                @Test
                void fails() throws Exception {
                    System.getLogger("com.sun.ts.small").log(System.Logger.Level.DEBUG, "what really happened");
                    throw new Exception("fails failed");
                }

                @Test
                void hangsAndIsInterrupted() throws Exception {
                    if (Integer.getInteger("jms_timeout") == 1) {
                        new java.util.concurrent.CountDownLatch(1).await();
                    }
                }

                @Test
                void endsTheJvm() {
                    if (Integer.getInteger("jms_timeout") == 2) {
                        Runtime.getRuntime().halt(42);
                    }
                }
            }
            """;

    @TempDir
    private Path folder = Path.of("");

    private final StringWriter out = new StringWriter();

    private int run(String... arguments) {
        CommandLine command = TckRunner.commandLine();
        command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(out, true));
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--report", report().toString()));
        return command.execute(all.toArray(String[]::new));
    }

    private Path report() {
        return folder.resolve("report");
    }

    private String suite() throws IOException {
        Path source = Files.writeString(folder.resolve("SmallTestsIT.java"), SOURCE);
        Path classes = Files.createDirectories(folder.resolve("classes"));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            assertThat(compiler.getTask(
                                    null,
                                    files,
                                    null,
                                    List.of("-proc:none", "-d", classes.toString()),
                                    null,
                                    files.getJavaFileObjects(source))
                            .call())
                    .isTrue();
        }
        return classes.toString();
    }

    @Test
    void withoutASuiteItSaysHowToGiveOne() {
        int code = run();

        assertThat(code).isEqualTo(2);
        assertThat(out.toString()).contains("--tck").contains("--joram").contains("brings none of them");
    }

    @Test
    void aPublicSuiteWithoutItsJarsIsAnErrorThatNamesTheOption() {
        assertThat(run("--suite", "own,joram")).isEqualTo(2);
        assertThat(out.toString()).contains("--suite joram needs --joram");
    }

    @Test
    void aSuiteThatDoesNotExistIsAnErrorThatNamesThoseThatDo() {
        assertThat(run("--suite", "mine")).isEqualTo(2);
        assertThat(out.toString()).contains("'mine' is none of own, tck, joram");
    }

    @Test
    void theOwnSuiteIsRunWithTheSameReports() throws IOException {
        int code = run(
                "--suite",
                "own",
                "--include",
                "TransactionRulesTest#commitAnd|whatASessionAcknowledges",
                "--shards",
                "2");

        assertThat(code).as(out.toString()).isZero();
        assertThat(report().resolve("results.tsv"))
                .content()
                .contains("OWN\tio.angarium.tck.conformance.TransactionRulesTest\tcommitAndRollbackOfNothing")
                .containsOnlyOnce("whatASessionAcknowledgesByItselfIsGoneWhenItIsClosed#1\tPASSED")
                .containsOnlyOnce("whatASessionAcknowledgesByItselfIsGoneWhenItIsClosed#2\tPASSED");
        assertThat(report().resolve("TEST-OWN.xml")).exists();
    }

    @ParameterizedTest
    @EnumSource
    void theBrokerHasTheStoreThatWasAskedFor(StoreKind kind) throws IOException {
        int code = run("--tck", suite(), "--include", "usesTheNames|hangs", "--store", kind.name(), "--reset", "each");

        assertThat(code).as(out.toString()).isZero();
    }

    @Test
    void helpNamesEveryOptionAndTheExitCodes() {
        int code = run("--help");

        assertThat(code).isZero();
        assertThat(out.toString())
                .contains(
                        "--tck",
                        "--joram",
                        "--include",
                        "--suite",
                        "--store",
                        "--shards",
                        "--reset",
                        "--timeout",
                        "--wait",
                        "--expected-failures",
                        "--report",
                        "Exit code");
    }

    @Test
    void aFailureIsShownWithItsLogAndMakesTheExitCode() throws IOException {
        int code = run("--tck", suite(), "--include", "usesTheNames|fails", "--shards", "2", "--reset", "each");

        assertThat(code).as(out.toString()).isEqualTo(1);
        assertThat(out.toString())
                .contains("FAILED: com.sun.ts.tests.jms.core.SmallTestsIT#fails: java.lang.Exception: fails failed");
        assertThat(report().resolve("failures.log")).content().contains("what really happened");
        assertThat(report().resolve("results.tsv")).content().contains("usesTheNamesOfTheSuite\tPASSED");
    }

    @Test
    void aFailureThatIsExpectedIsNone() throws IOException {
        Path expected =
                Files.writeString(folder.resolve("expected.txt"), "com.sun.ts.tests.jms.core.SmallTestsIT#fails\n");

        int code = run("--tck", suite(), "--include", "#fails", "--expected-failures", expected.toString());

        assertThat(code).as(out.toString()).isZero();
    }

    @Test
    void aTestThatHangsFailsAfterItsTime() throws IOException {
        int code = run("--tck", suite(), "--include", "hangs", "--timeout", "1", "--wait", "1");

        assertThat(code).as(out.toString()).isEqualTo(1);
        assertThat(out.toString()).contains("hangsAndIsInterrupted: java.util.concurrent.TimeoutException");
    }

    @Test
    void aJvmThatDiesFailsItsTestAndAnotherRunsTheRest() throws IOException {
        int code = run("--tck", suite(), "--include", "ends|hangs|usesTheNames", "--wait", "2");

        assertThat(code).as(out.toString()).isEqualTo(1);
        assertThat(out.toString()).contains("endsTheJvm: the JVM ended with exit code 42 while it ran");
        assertThat(report().resolve("results.tsv"))
                .content()
                .contains("usesTheNamesOfTheSuite\tPASSED")
                .contains("hangsAndIsInterrupted\tPASSED");
    }

    @Test
    void anExpressionThatIncludesNothingIsAnError() throws IOException {
        int code = run("--tck", suite(), "--include", "nothingIsCalledSo");

        assertThat(code).isEqualTo(2);
        assertThat(out.toString()).contains("nothingIsCalledSo");
    }
}
