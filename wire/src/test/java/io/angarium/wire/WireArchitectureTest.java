package io.angarium.wire;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.angarium.wire", importOptions = DoNotIncludeTests.class)
class WireArchitectureTest {
    @ArchTest
    static final ArchRule packages_are_free_of_cycles =
            slices().matching("io.angarium.wire.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule it_knows_neither_broker_nor_jms = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.angarium.engine..", "io.angarium.jms..", "jakarta..", "net.openhft..");

    @ArchTest
    static final ArchRule frames_know_no_network = noClasses()
            .that()
            .resideInAPackage("..wire.frame..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.netty..", "..wire.transport..", "..wire.client..", "..wire.server..");

    @ArchTest
    static final ArchRule client_and_server_do_not_know_each_other = noClasses()
            .that()
            .resideInAPackage("..wire.client..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("..wire.server..");
}
