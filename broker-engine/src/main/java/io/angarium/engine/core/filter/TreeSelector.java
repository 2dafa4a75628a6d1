package io.angarium.engine.core.filter;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A selector as a tree, of whatever dialect it was parsed from. */
final class TreeSelector implements Selector {
    private final String text;
    private final Condition root;
    private final @Nullable Equality equality;

    TreeSelector(String text, Condition root) {
        this.text = text;
        this.root = root;
        this.equality = equalityOf(root);
    }

    @Override
    public boolean matches(PropertySource message) {
        return root.test(message) == Ternary.TRUE;
    }

    @Override
    public String text() {
        return text;
    }

    @Override
    public @Nullable Equality equality() {
        return equality;
    }

    @Override
    public String toString() {
        return text;
    }

    private static @Nullable Equality equalityOf(Condition root) {
        List<Condition> terms = root instanceof Condition.And and ? and.terms() : List.of(root);
        Equality found = null;
        for (Condition term : terms) {
            Equality candidate = term instanceof Condition.Comparison comparison ? equalityOf(comparison) : null;
            // JMSDeliveryMode has two values only: an index by it finds half of everything
            if (candidate != null && (found == null || found.name().equals(HeaderFields.DELIVERY_MODE))) {
                found = candidate;
            }
        }
        return found;
    }

    private static @Nullable Equality equalityOf(Condition.Comparison comparison) {
        if (comparison.relation() != Relation.EQUAL) {
            return null;
        }
        Equality equality = equalityOf(comparison.left(), comparison.right());
        return equality != null ? equality : equalityOf(comparison.right(), comparison.left());
    }

    private static @Nullable Equality equalityOf(Operand name, Operand value) {
        return name instanceof Operand.Property property
                        && value instanceof Operand.Constant constant
                        && constant.literal() instanceof String string
                ? new Equality(property.name(), string)
                : null;
    }
}
