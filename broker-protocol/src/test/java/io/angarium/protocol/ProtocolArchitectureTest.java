package io.angarium.protocol;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Think hard before you let the language depend on something: all clients and all brokers get it. */
@AnalyzeClasses(packages = "io.angarium.protocol", importOptions = DoNotIncludeTests.class)
class ProtocolArchitectureTest {
    @ArchTest
    static final ArchRule the_protocol_depends_on_nothing_but_the_jdk = classes()
            .that()
            .resideInAPackage("io.angarium.protocol..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("io.angarium.protocol..", "java..", "org.jspecify.annotations");

    @ArchTest
    static final ArchRule fields_are_final_or_private =
            fields().that().areNotPrivate().should().beFinal().allowEmptyShould(true);
}
