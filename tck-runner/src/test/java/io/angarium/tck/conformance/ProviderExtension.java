package io.angarium.tck.conformance;

import static java.util.Objects.requireNonNull;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Starts the provider for the first test of a JVM, stops it after the last, and gives each test a {@link Jms} of its own. The
 * system property {@code conformance.reset} says when the tests get an empty broker: after {@code each} test, after a
 * {@code failed} one, or never ({@code none}, the default).
 */
final class ProviderExtension implements ParameterResolver, AfterEachCallback, ExecutionCondition {
    private static final Namespace NAMESPACE = Namespace.create(ProviderExtension.class);
    private static final String RESET = "conformance.reset";

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
        return parameter.getParameter().getType() == Jms.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
        return requireNonNull(
                test.getStore(NAMESPACE).computeIfAbsent(Jms.class, key -> new Jms(running(test)), Jms.class),
                "a test has its Jms");
    }

    @Override
    public void afterEach(ExtensionContext test) throws Exception {
        Jms jms = test.getStore(NAMESPACE).remove(Jms.class, Jms.class);
        if (jms != null) {
            jms.closeEverything();
        }
        String reset = System.getProperty(RESET, "none");
        if (reset.equals("each")
                || (reset.equals("failed") && test.getExecutionException().isPresent())) {
            running(test).reset();
        }
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        Needs needs = context.getElement()
                .map(element -> element.getAnnotation(Needs.class))
                .orElse(null);
        return needs == null || running(context).provider().supports(needs.value())
                ? ConditionEvaluationResult.enabled("the provider has what it needs")
                : ConditionEvaluationResult.disabled("the provider has no " + needs.value());
    }

    private static RunningProvider running(ExtensionContext context) {
        return requireNonNull(
                context.getRoot()
                        .getStore(NAMESPACE)
                        .computeIfAbsent(RunningProvider.class, key -> RunningProvider.start(), RunningProvider.class),
                "the provider runs");
    }
}
