package io.angarium.tck;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Which arrows there are in this module. */
@AnalyzeClasses(packages = "io.angarium.tck")
class RunnerArchitectureTest {
    private static final DescribedPredicate<JavaClass> LANGUAGE_AND_TOOLS =
            resideInAnyPackage("java..", "org.jspecify..", "org.junit..", "org.assertj..");

    @ArchTest
    static final ArchRule no_cycles =
            slices().matching("io.angarium.tck.(*)..").should().beFreeOfCycles();

    /** Else it could not be run against another provider. */
    @ArchTest
    static final ArchRule the_suite_knows_the_specification_and_its_own_seam_only = classes()
            .that()
            .resideInAPackage("io.angarium.tck.conformance..")
            .should()
            .onlyDependOnClassesThat(LANGUAGE_AND_TOOLS.or(resideInAnyPackage(
                    "javax.naming..", "javax.transaction.xa..", "jakarta.jms..", "io.angarium.tck.conformance..")));

    @ArchTest
    static final ArchRule the_runner_does_not_know_what_is_in_a_suite = noClasses()
            .that()
            .resideInAPackage("io.angarium.tck")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.angarium.tck.conformance..", "io.angarium.tck.angarium..", "jakarta.jms..");

    @ArchTest
    static final ArchRule the_broker_is_seen_through_its_public_door = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.angarium.engine.core..",
                    "io.angarium.engine.journal..",
                    "io.angarium.engine.runtime..",
                    "io.angarium.jms..",
                    "io.angarium.jndi..");
}
