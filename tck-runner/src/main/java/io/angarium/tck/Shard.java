package io.angarium.tck;

import static org.junit.platform.engine.discovery.ClassNameFilter.includeClassNamePatterns;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClasspathRoots;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** The program of the JVMs that run tests: a broker, the tests of a {@link ShardPlan}, and a {@link ShardLine} for each. */
final class Shard {
    /** The system properties of the own suite: the class of its provider, and how long it waits for a message. */
    private static final List<String> HANDED_ON = List.of("conformance.provider", "conformance.patienceMillis");

    private Shard() {}

    /** Started by {@link ShardProcess} only. */
    public static void main(String... arguments) throws IOException {
        PrintStream lines = System.out;
        TestLog log = TestLog.install();
        int code = 0;
        try {
            start(ShardPlan.of(arguments), log, lines);
        } catch (RuntimeException | IOException e) {
            Logger.getLogger(Shard.class.getName()).log(Level.SEVERE, "the shard failed", e);
            lines.println(log.text());
            code = 1;
        }
        // a suite may leave threads behind
        System.exit(code);
    }

    private static void start(ShardPlan plan, TestLog log, PrintStream lines) throws IOException {
        if (plan.suite() == Suite.OWN) {
            // it starts its provider itself, and resets it
            run(plan, () -> {}, log, lines);
            return;
        }
        try (EmbeddedBroker broker = new EmbeddedBroker(plan.store())) {
            run(plan, broker::reset, log, lines);
        }
    }

    private static void run(ShardPlan plan, Runnable reset, TestLog log, PrintStream lines) throws IOException {
        Set<String> done = new HashSet<>(Files.readAllLines(plan.done()));
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClasspathRoots(new HashSet<>(plan.roots())))
                .filters(
                        EngineFilter.includeEngines(plan.suite().engine()),
                        includeClassNamePatterns(plan.suite().classNames().pattern()),
                        (PostDiscoveryFilter) test -> FilterResult.includedIf(
                                !isMethod(test) || (plan.has(name(test)) && !done.contains(name(test)))))
                .configurationParameter("junit.jupiter.execution.timeout.default", plan.timeoutSeconds() + " s")
                .configurationParameter("junit.jupiter.execution.timeout.thread.mode.default", "SEPARATE_THREAD")
                .build();
        Launcher launcher = LauncherFactory.create();
        TestPlan tests = launcher.discover(request);
        lines.println(new ShardLine.Found((int) tests.countTestIdentifiers(TestIdentifier::isTest)).write());
        try (ShardListener listener = new ShardListener(plan, reset, log, lines)) {
            launcher.execute(tests, listener);
        }
        lines.println(new ShardLine.Ended().write());
    }

    /** Also a method of which several tests are made; JUnit 3 has tests that are no methods. */
    private static boolean isMethod(TestDescriptor test) {
        return test.isTest() || test.getSource().orElse(null) instanceof MethodSource;
    }

    private static String name(TestDescriptor test) {
        return className(test.getSource().orElse(null), test.getDisplayName()) + "#"
                + methodName(test.getSource().orElse(null), test.getDisplayName());
    }

    /** The class of a test or container. */
    static String className(@Nullable TestSource source, String otherwise) {
        if (source instanceof MethodSource method) {
            return method.getClassName();
        }
        return source instanceof ClassSource type ? type.getClassName() : otherwise;
    }

    /** The method of a test; of a container what it is called. */
    static String methodName(@Nullable TestSource source, String otherwise) {
        return source instanceof MethodSource method ? method.getMethodName() : otherwise;
    }

    /** What the suites ask the system's properties for. */
    static Properties settings(ShardPlan plan, int waitMillis) {
        Properties settings = new Properties();
        settings.setProperty("user", EmbeddedBroker.USER);
        settings.setProperty("password", EmbeddedBroker.USER);
        settings.setProperty("jms_timeout", Integer.toString(waitMillis));
        settings.setProperty("platform.mode", "standalone");
        settings.setProperty("vehicle", "standalone");
        settings.setProperty("conformance.reset", plan.reset().name());
        for (String name : HANDED_ON) {
            String value = System.getProperty(name);
            if (value != null) {
                settings.setProperty(name, value);
            }
        }
        return settings;
    }
}
