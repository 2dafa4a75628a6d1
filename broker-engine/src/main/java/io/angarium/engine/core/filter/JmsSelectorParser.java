package io.angarium.engine.core.filter;

import static java.util.Objects.requireNonNull;

import io.angarium.protocol.BrokerException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Parses the selector language of Jakarta Messaging (section 3.8.1.1) by recursive descent. Confined to one thread.
 *
 * <pre>
 * or        = and {OR and}
 * and       = not {AND not}
 * not       = {NOT} predicate
 * predicate = sum [relation sum | [NOT] BETWEEN sum AND sum | [NOT] IN (string {, string})
 *                 | [NOT] LIKE string [ESCAPE string] | IS [NOT] NULL]
 * sum       = product {(+ | -) product}
 * product   = factor {(* | /) factor}
 * factor    = {+ | -} (number | string | TRUE | FALSE | identifier | ( or ))
 * </pre>
 *
 * <p>A condition is an operand as well, since it can stand in brackets on either side of {@code =}. What types the text
 * alone gives away are checked here. The two limits keep the parser and the tree from overflowing the stack.
 */
final class JmsSelectorParser {
    static final int MAX_NESTED_BRACKETS = 200;
    static final int MAX_ARITHMETIC_OPERATORS = 1_000;
    static final int MAX_CHARACTERS = 1_000_000;

    private final String text;
    private final JmsSelectorLexer lexer;
    private Token token;
    private int nestedBrackets;
    private int arithmeticOperators;

    JmsSelectorParser(String text) {
        if (text.length() > MAX_CHARACTERS) {
            throw SelectorErrors.at(
                    text, MAX_CHARACTERS, "a selector may have at most " + MAX_CHARACTERS + " characters");
        }
        this.text = text;
        this.lexer = new JmsSelectorLexer(text);
        this.token = lexer.next();
    }

    Condition parse() {
        Token start = token;
        Condition condition = condition(or(), start);
        if (token.kind() != Token.Kind.END) {
            throw expected("an operator or the end of the selector");
        }
        return condition;
    }

    private Operand or() {
        Token start = token;
        Operand first = and();
        if (token.kind() != Token.Kind.OR) {
            return first;
        }
        List<Condition> terms = new ArrayList<>();
        addTo(terms, condition(first, start));
        while (skip(Token.Kind.OR)) {
            Token termStart = token;
            addTo(terms, condition(and(), termStart));
        }
        return new Operand.Outcome(new Condition.Or(terms));
    }

    /** A bracketed OR within an OR needs no node of its own. */
    private static void addTo(List<Condition> terms, Condition term) {
        if (term instanceof Condition.Or or) {
            terms.addAll(or.terms());
        } else {
            terms.add(term);
        }
    }

    private Operand and() {
        Token start = token;
        Operand first = not();
        if (token.kind() != Token.Kind.AND) {
            return first;
        }
        List<Condition> terms = new ArrayList<>();
        addFactorTo(terms, condition(first, start));
        while (skip(Token.Kind.AND)) {
            Token termStart = token;
            addFactorTo(terms, condition(not(), termStart));
        }
        return new Operand.Outcome(new Condition.And(terms));
    }

    private static void addFactorTo(List<Condition> terms, Condition term) {
        if (term instanceof Condition.And and) {
            terms.addAll(and.terms());
        } else {
            terms.add(term);
        }
    }

    private Operand not() {
        boolean any = false;
        boolean negative = false;
        while (skip(Token.Kind.NOT)) {
            any = true;
            negative = !negative;
        }
        Token start = token;
        Operand predicate = predicate();
        if (!any) {
            return predicate;
        }
        return new Operand.Outcome(negated(condition(predicate, start), negative));
    }

    private Operand predicate() {
        Token start = token;
        Operand left = sum();
        Relation relation = relation(token.kind());
        if (relation != null) {
            token = lexer.next();
            return new Operand.Outcome(comparison(relation, left, start));
        } else if (skip(Token.Kind.IS)) {
            Operand.Property property = property(left, start, "IS NULL");
            boolean negative = skip(Token.Kind.NOT);
            expect(Token.Kind.NULL);
            return new Operand.Outcome(negated(new Condition.IsNull(property), negative));
        }
        boolean negative = skip(Token.Kind.NOT);
        if (skip(Token.Kind.BETWEEN)) {
            return new Operand.Outcome(between(left, start, negative));
        } else if (skip(Token.Kind.IN)) {
            return new Operand.Outcome(negated(in(property(left, start, "IN")), negative));
        } else if (skip(Token.Kind.LIKE)) {
            return new Operand.Outcome(negated(like(property(left, start, "LIKE")), negative));
        } else if (negative) {
            throw expected("BETWEEN, IN or LIKE after NOT");
        }
        return left;
    }

    private static @Nullable Relation relation(Token.Kind kind) {
        return switch (kind) {
            case EQUAL -> Relation.EQUAL;
            case NOT_EQUAL -> Relation.NOT_EQUAL;
            case LESS -> Relation.LESS;
            case LESS_OR_EQUAL -> Relation.LESS_OR_EQUAL;
            case GREATER -> Relation.GREATER;
            case GREATER_OR_EQUAL -> Relation.GREATER_OR_EQUAL;
            default -> null;
        };
    }

    private Condition comparison(Relation relation, Operand left, Token start) {
        Token rightStart = token;
        Operand right = sum();
        if (relation.isOrdering()) {
            requireNumber(left, start, "only numbers can be compared with <, <=, > and >=");
            requireNumber(right, rightStart, "only numbers can be compared with <, <=, > and >=");
        } else if (!left.type().canBe(right.type()) && !right.type().canBe(left.type())) {
            throw SelectorErrors.at(
                    text, rightStart.offset(), "expected " + left.type().noun + ", found " + right.type().noun);
        }
        return new Condition.Comparison(relation, left, right);
    }

    private Condition between(Operand value, Token start, boolean negative) {
        requireNumber(value, start, "BETWEEN compares numbers only");
        Operand low = bound();
        expect(Token.Kind.AND);
        Operand high = bound();
        return negative ? new Condition.NotBetween(value, low, high) : new Condition.Between(value, low, high);
    }

    private Operand bound() {
        Token start = token;
        Operand bound = sum();
        requireNumber(bound, start, "BETWEEN compares numbers only");
        return bound;
    }

    private Condition in(Operand.Property property) {
        expect(Token.Kind.OPEN);
        Set<String> strings = new HashSet<>();
        do {
            strings.add(expect(Token.Kind.STRING).text());
        } while (skip(Token.Kind.COMMA));
        if (!skip(Token.Kind.CLOSE)) {
            throw expected(", or )");
        }
        return new Condition.In(property, strings);
    }

    private Condition like(Operand.Property property) {
        Token pattern = expect(Token.Kind.STRING);
        if (!skip(Token.Kind.ESCAPE)) {
            return new Condition.Like(property, LikePattern.of(pattern.text()));
        }
        Token escape = expect(Token.Kind.STRING);
        if (escape.text().codePointCount(0, escape.text().length()) != 1) {
            throw SelectorErrors.expected(text, escape, "a string of one character after ESCAPE");
        }
        try {
            return new Condition.Like(
                    property, LikePattern.of(pattern.text(), escape.text().codePointAt(0)));
        } catch (IllegalArgumentException e) {
            throw SelectorErrors.expected(text, pattern, String.valueOf(e.getMessage()));
        }
    }

    private Operand sum() {
        Token start = token;
        Operand left = product();
        while (true) {
            Operand.Operation operation;
            if (skip(Token.Kind.PLUS)) {
                operation = Operand.Operation.ADD;
            } else if (skip(Token.Kind.MINUS)) {
                operation = Operand.Operation.SUBTRACT;
            } else {
                return left;
            }
            Token rightStart = token;
            left = arithmetic(operation, left, start, product(), rightStart);
        }
    }

    private Operand product() {
        Token start = token;
        Operand left = factor();
        while (true) {
            Operand.Operation operation;
            if (skip(Token.Kind.TIMES)) {
                operation = Operand.Operation.MULTIPLY;
            } else if (skip(Token.Kind.DIVIDE)) {
                operation = Operand.Operation.DIVIDE;
            } else {
                return left;
            }
            Token rightStart = token;
            left = arithmetic(operation, left, start, factor(), rightStart);
        }
    }

    private Operand arithmetic(
            Operand.Operation operation, Operand left, Token leftStart, Operand right, Token rightStart) {
        countArithmeticOperator(leftStart);
        requireNumber(left, leftStart, "arithmetic is done with numbers only");
        requireNumber(right, rightStart, "arithmetic is done with numbers only");
        return new Operand.Arithmetic(operation, left, right);
    }

    private void countArithmeticOperator(Token at) {
        if (++arithmeticOperators > MAX_ARITHMETIC_OPERATORS) {
            throw SelectorErrors.at(
                    text,
                    at.offset(),
                    "a selector may have at most " + MAX_ARITHMETIC_OPERATORS + " arithmetic operators");
        }
    }

    private Operand factor() {
        boolean signed = false;
        boolean negative = false;
        Token.Kind lastSign = Token.Kind.END;
        while (token.kind() == Token.Kind.PLUS || token.kind() == Token.Kind.MINUS) {
            signed = true;
            lastSign = token.kind();
            negative ^= lastSign == Token.Kind.MINUS;
            token = lexer.next();
        }
        if (token.kind() == Token.Kind.SMALLEST_LONG && lastSign == Token.Kind.MINUS) {
            token = lexer.next();
            // an even number of minus signs turns it into itself, as in Java
            return new Operand.Constant(Long.MIN_VALUE);
        }
        Token start = token;
        Operand operand = primary();
        if (!signed) {
            return operand;
        }
        requireNumber(operand, start, "a sign stands before numbers only");
        if (operand instanceof Operand.Constant constant && constant.literal() instanceof Number number) {
            return new Operand.Constant(negative ? Numbers.negate(number) : number);
        }
        return new Operand.Signed(negative, operand);
    }

    private Operand primary() {
        Token first = token;
        switch (first.kind()) {
            case STRING -> {
                token = lexer.next();
                return new Operand.Constant(first.text());
            }
            case NUMBER -> {
                token = lexer.next();
                return new Operand.Constant(requireNonNull(first.number(), "the lexer gives each number a value"));
            }
            case TRUE, FALSE -> {
                token = lexer.next();
                return new Operand.Constant(first.kind() == Token.Kind.TRUE);
            }
            case IDENTIFIER -> {
                token = lexer.next();
                return identifier(first);
            }
            case OPEN -> {
                return bracketed();
            }
            case SMALLEST_LONG -> throw expected("a number of the range of long, or of float or double");
            case NULL -> throw expected("a value (test for missing properties with IS NULL)");
            default -> throw expected("a property, a value or (");
        }
    }

    private Operand.Property identifier(Token name) {
        if (!HeaderFields.allows(name.text())) {
            throw SelectorErrors.expected(text, name, "a property or one of the header fields " + HeaderFields.LIST);
        }
        return new Operand.Property(name.text());
    }

    private Operand bracketed() {
        if (++nestedBrackets > MAX_NESTED_BRACKETS) {
            throw SelectorErrors.at(
                    text, token.offset(), "brackets may be nested " + MAX_NESTED_BRACKETS + " deep at most");
        }
        expect(Token.Kind.OPEN);
        Operand inner = or();
        if (!skip(Token.Kind.CLOSE)) {
            throw expected("an operator or )");
        }
        nestedBrackets--;
        return inner;
    }

    private static Condition negated(Condition condition, boolean negative) {
        return negative ? new Condition.Not(condition) : condition;
    }

    private Condition condition(Operand operand, Token start) {
        if (operand instanceof Operand.Outcome outcome) {
            return outcome.condition();
        } else if (operand.type().canBe(Operand.Type.BOOLEAN)) {
            return new Condition.Holds(operand);
        }
        throw SelectorErrors.at(text, start.offset(), "expected a condition, found " + operand.type().noun);
    }

    private Operand.Property property(Operand operand, Token start, String operator) {
        if (operand instanceof Operand.Property property) {
            return property;
        }
        throw SelectorErrors.expected(text, start, "a single property or header field before " + operator);
    }

    private void requireNumber(Operand operand, Token start, String why) {
        if (!operand.type().canBe(Operand.Type.NUMBER)) {
            throw SelectorErrors.at(
                    text, start.offset(), "expected a number, found " + operand.type().noun + " (" + why + ")");
        }
    }

    private boolean skip(Token.Kind kind) {
        if (token.kind() != kind) {
            return false;
        }
        token = lexer.next();
        return true;
    }

    private Token expect(Token.Kind kind) {
        Token found = token;
        if (!skip(kind)) {
            throw expected(kind.text);
        }
        return found;
    }

    private BrokerException expected(String what) {
        return SelectorErrors.expected(text, token, what);
    }
}
