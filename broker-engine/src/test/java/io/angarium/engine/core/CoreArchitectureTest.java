package io.angarium.engine.core;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Duration;
import java.util.List;

/** The core is a machine without clock, thread and I/O: what it may use is a short list. */
@AnalyzeClasses(packages = "io.angarium.engine.core", importOptions = CoreArchitectureTest.NoTests.class)
class CoreArchitectureTest {
    static final class NoTests implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("/test-classes/") && !location.contains("/test/");
        }
    }

    private static final List<String> ALLOWED = List.of(
            "io.angarium.engine.core",
            "io.angarium.protocol",
            "java.lang",
            "java.util",
            "org.jspecify.annotations",
            "com.google.errorprone.annotations");

    private static final DescribedPredicate<JavaClass> ON_THE_LIST =
            describe("on the list of what the core may use", type -> {
                JavaClass base = type.getBaseComponentType();
                String name = base.getPackageName();
                boolean listed = base.isPrimitive()
                        || base.isEquivalentTo(Duration.class)
                        || ALLOWED.stream().anyMatch(allowed -> name.equals(allowed) || name.startsWith(allowed + "."));
                return listed && !name.startsWith("java.util.concurrent") && !name.startsWith("java.lang.reflect");
            });

    @ArchTest
    static final ArchRule the_core_uses_itself_the_protocol_and_plain_java =
            classes().should().onlyDependOnClassesThat(ON_THE_LIST);

    @ArchTest
    static final ArchRule the_core_reads_no_clock_and_starts_no_thread = noClasses()
            .should()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Thread.class)
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(ThreadLocal.class)
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.util.Random");
}
