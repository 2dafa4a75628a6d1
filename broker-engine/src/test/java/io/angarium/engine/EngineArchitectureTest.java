package io.angarium.engine;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleNameEndingWith;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Random;

/**
 * Think hard about the layering: core knows nobody, the journal knows the core's references, the runtime knows both. What
 * the core itself may use has a test of its own.
 */
@AnalyzeClasses(packages = "io.angarium.engine", importOptions = DoNotIncludeTests.class)
class EngineArchitectureTest {
    @ArchTest
    static final ArchRule packages_are_free_of_cycles = slices().matching("io.angarium.engine.(**)")
            .namingSlices("$1")
            .should()
            .beFreeOfCycles();

    @ArchTest
    static final ArchRule the_journal_does_not_know_the_runtime = noClasses()
            .that()
            .resideInAPackage("..engine.journal..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("..engine.runtime..", "..engine.admin..")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule the_core_knows_neither_journal_nor_runtime = noClasses()
            .that()
            .resideInAPackage("..engine.core..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("..engine.journal..", "..engine.runtime..", "..engine.admin..")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule chronicle_stays_in_one_package = noClasses()
            .that()
            .resideOutsideOfPackage("..engine.journal.chronicle..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("net.openhft..");

    @ArchTest
    static final ArchRule the_engine_knows_no_jms_and_no_network = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("jakarta..", "javax.jms..", "io.netty..", "java.net.http..");

    @ArchTest
    static final ArchRule only_a_clock_reads_the_time = noClasses()
            .that(not(simpleNameEndingWith("Clock")))
            .should()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(java.time.Instant.class, "now")
            .orShould()
            .callMethod(java.time.Clock.class, "systemUTC");

    /** T-41: whether there is room is known from the broker's own accounts. */
    @ArchTest
    static final ArchRule nobody_guesses_from_the_heap_what_fits = noClasses()
            .should()
            .callMethod(Runtime.class, "freeMemory")
            .orShould()
            .callMethod(Runtime.class, "totalMemory")
            .orShould()
            .dependOnClassesThat()
            .resideInAPackage("java.lang.management..");

    @ArchTest
    static final ArchRule nobody_sleeps_or_rolls_dice_unseeded = noClasses()
            .should()
            .callMethod(Thread.class, "sleep", long.class)
            .orShould()
            .callMethod(Math.class, "random")
            .orShould()
            .callConstructor(Random.class);

    @ArchTest
    static final ArchRule fields_are_final_or_not_public =
            fields().that().arePublic().should().beFinal().allowEmptyShould(true);

    @ArchTest
    static final ArchRule only_the_namespace_appends_to_the_journal = noClasses()
            .that()
            .resideOutsideOfPackages("..engine.journal..", "..engine.runtime..")
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("io.angarium.engine.journal.Journal");

    @ArchTest
    static final ArchRule the_protocol_is_all_that_is_shared_with_clients = classes()
            .that()
            .resideInAPackage("io.angarium.engine..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "io.angarium.engine..",
                    "io.angarium.protocol..",
                    "java..",
                    "javax.crypto..",
                    "sun.misc",
                    "net.openhft..",
                    "org.slf4j..",
                    "org.jspecify.annotations",
                    "com.google.errorprone.annotations..");
}
