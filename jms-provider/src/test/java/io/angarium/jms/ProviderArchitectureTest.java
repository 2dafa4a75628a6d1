package io.angarium.jms;

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

/** Think hard about the layering: the client jar has no broker and no Chronicle; it finds its link by ServiceLoader. */
@AnalyzeClasses(
        packages = {"io.angarium.jms", "io.angarium.jndi"},
        importOptions = DoNotIncludeTests.class)
class ProviderArchitectureTest {
    @ArchTest
    static final ArchRule packages_are_free_of_cycles =
            slices().matching("io.angarium.(**)").namingSlices("$1").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule the_provider_sees_the_protocol_and_the_apis_only = classes()
            .that()
            .resideInAnyPackage("io.angarium.jms..", "io.angarium.jndi..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "io.angarium.jms..",
                    "io.angarium.jndi..",
                    "io.angarium.protocol..",
                    "jakarta.jms..",
                    "javax.naming..",
                    "javax.transaction.xa..",
                    "java..",
                    "org.slf4j..",
                    "org.jspecify.annotations",
                    "com.google.errorprone.annotations..");

    @ArchTest
    static final ArchRule only_a_clock_reads_the_time = noClasses()
            .that(not(simpleNameEndingWith("Clock")))
            .should()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(java.time.Instant.class, "now");

    @ArchTest
    static final ArchRule fields_are_final_or_not_public =
            fields().that().arePublic().should().beFinal().allowEmptyShould(true);
}
