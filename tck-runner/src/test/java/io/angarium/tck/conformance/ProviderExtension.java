package io.angarium.tck.conformance;

import static java.util.Objects.requireNonNull;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Starts the provider for the first test of a JVM, stops it after the last, and gives each test a {@link Jms} of its own. */
final class ProviderExtension implements ParameterResolver, AfterEachCallback, ExecutionCondition {
    private static final Namespace NAMESPACE = Namespace.create(ProviderExtension.class);
    private static final String PROPERTY = "conformance.provider";

    /** The provider, stopped by JUnit with the last test. */
    private record Running(ProviderUnderTest provider) implements AutoCloseable {
        static Running start() {
            String type = System.getProperty(PROPERTY, AngariumUnderTest.class.getName());
            try {
                ProviderUnderTest provider = Class.forName(type)
                        .asSubclass(ProviderUnderTest.class)
                        .getDeclaredConstructor()
                        .newInstance();
                provider.start();
                return new Running(provider);
            } catch (Exception e) {
                throw new IllegalStateException(
                        "cannot start the provider " + type + " of the property " + PROPERTY, e);
            }
        }

        @Override
        public void close() {
            try {
                provider.stop();
            } catch (Exception e) {
                throw new IllegalStateException("cannot stop the provider", e);
            }
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
        return parameter.getParameter().getType() == Jms.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
        return requireNonNull(
                test.getStore(NAMESPACE).computeIfAbsent(Jms.class, key -> new Jms(provider(test)), Jms.class),
                "a test has its Jms");
    }

    @Override
    public void afterEach(ExtensionContext test) throws Exception {
        Jms jms = test.getStore(NAMESPACE).remove(Jms.class, Jms.class);
        if (jms != null) {
            jms.closeEverything();
        }
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return context.getTestMethod()
                .map(method -> method.getAnnotation(Needs.class))
                .filter(needs -> !provider(context).supports(needs.value()))
                .map(needs -> ConditionEvaluationResult.disabled("the provider has no " + needs.value()))
                .orElse(ConditionEvaluationResult.enabled("needs nothing special"));
    }

    private static ProviderUnderTest provider(ExtensionContext context) {
        return requireNonNull(
                        context.getRoot()
                                .getStore(NAMESPACE)
                                .computeIfAbsent(Running.class, key -> Running.start(), Running.class),
                        "the provider runs")
                .provider();
    }
}
