package io.angarium.tck;

import java.util.Locale;
import java.util.regex.Pattern;

/** The suites that can be run. */
enum Suite {
    /** The tests of the Jakarta Messaging TCK that run outside of a container. */
    TCK("com/sun/ts/tests/jms/core", "junit-jupiter", Pattern.compile("com\\.sun\\.ts\\.tests\\.jms\\.core.*IT")),

    /** The JORAM JMS tests. */
    JORAM("org/objectweb/jtests/jms/conform", "junit-vintage", Pattern.compile("org\\.objectweb\\.jtests\\..*Test")),

    /** The tests of this module. */
    OWN("io/angarium/tck/conformance", "junit-jupiter", Pattern.compile("io\\.angarium\\.tck\\.conformance\\..*Test"));

    private final String folder;
    private final String engine;
    private final Pattern classNames;

    Suite(String folder, String engine, Pattern classNames) {
        this.folder = folder;
        this.engine = engine;
        this.classNames = classNames;
    }

    /** The folder that its jars or class folders have. */
    String folder() {
        return folder;
    }

    /** The JUnit engine that runs it. */
    String engine() {
        return engine;
    }

    /** The names of its test classes. */
    Pattern classNames() {
        return classNames;
    }

    /** How a user supplies it. */
    String option() {
        return "--" + name().toLowerCase(Locale.ROOT);
    }
}
