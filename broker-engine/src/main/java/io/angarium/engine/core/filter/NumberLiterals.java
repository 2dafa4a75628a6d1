package io.angarium.engine.core.filter;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of a selector: Java's integer and floating-point literals (Java language specification 3.10.1, 3.10.2).
 * Integers are of the range of long with or without the suffix L (section 3.8.1.1); of floating-point literals, those with
 * the suffix F are float, others double.
 */
final class NumberLiterals {
    private static final String DIGITS = "[0-9](?:[0-9_]*[0-9])?";
    private static final String HEX_DIGITS = "[0-9a-fA-F](?:[0-9a-fA-F_]*[0-9a-fA-F])?";
    private static final Pattern INTEGER = Pattern.compile("(?:0[xX](?<hex>" + HEX_DIGITS + ")"
            + "|0[bB](?<binary>[01](?:[01_]*[01])?)"
            + "|0_*(?<octal>[0-7](?:[0-7_]*[0-7])?)"
            + "|(?<decimal>0|[1-9](?:[0-9_]*[0-9])?))[lL]?");
    private static final Pattern FLOATING = Pattern.compile("(?:" + DIGITS + "\\.(?:" + DIGITS + ")?(?:[eE][+-]?"
            + DIGITS
            + ")?[fFdD]?|\\." + DIGITS + "(?:[eE][+-]?" + DIGITS + ")?[fFdD]?|" + DIGITS + "[eE][+-]?" + DIGITS
            + "[fFdD]?|"
            + DIGITS + "[fFdD]|0[xX](?:" + HEX_DIGITS + "\\.?|(?:" + HEX_DIGITS + ")?\\." + HEX_DIGITS + ")[pP][+-]?"
            + DIGITS + "[fFdD]?)");
    private static final Pattern NOT_ZERO = Pattern.compile("[1-9a-fA-F]");
    private static final Pattern EXPONENT_OR_SUFFIX = Pattern.compile("[pP].*|[fFdD]$");
    private static final Pattern DECIMAL_EXPONENT_OR_SUFFIX = Pattern.compile("[eE].*|[fFdD]$");

    private static final Pattern SMALLEST_LONG = Pattern.compile("9223372036854775808[lL]?");

    private NumberLiterals() {}

    /** Whether it is 9223372036854775808: no long by itself, but one with a minus before it. */
    static boolean isMagnitudeOfSmallestLong(String literal) {
        return SMALLEST_LONG.matcher(literal.replace("_", "")).matches();
    }

    /**
     * @return Long, Float or Double; null if it is no literal
     * @throws NumberFormatException if the number is out of range
     */
    static @Nullable Number parse(String literal) {
        Matcher integer = INTEGER.matcher(literal);
        if (integer.matches()) {
            return integer(integer);
        }
        return FLOATING.matcher(literal).matches() ? floating(literal.replace("_", "")) : null;
    }

    private static Number integer(Matcher integer) {
        String decimal = integer.group("decimal");
        if (decimal != null) {
            return Long.valueOf(decimal.replace("_", ""));
        }
        String hex = integer.group("hex");
        if (hex != null) {
            return unsigned(hex, 16);
        }
        String binary = integer.group("binary");
        return binary != null ? unsigned(binary, 2) : unsigned(integer.group("octal"), 8);
    }

    /** In these notations the literals stand for the bits of a long, so that the upper half is negative. */
    private static Number unsigned(String digits, int radix) {
        return Long.parseUnsignedLong(digits.replace("_", ""), radix);
    }

    private static Number floating(String literal) {
        boolean hex = literal.startsWith("0x") || literal.startsWith("0X");
        boolean isFloat = literal.endsWith("f") || literal.endsWith("F");
        Number value = isFloat ? (Number) Float.valueOf(literal) : Double.valueOf(literal);
        String mantissa = hex
                ? EXPONENT_OR_SUFFIX.matcher(literal.substring(2)).replaceAll("")
                : DECIMAL_EXPONENT_OR_SUFFIX.matcher(literal).replaceAll("");
        boolean roundedToZero =
                value.doubleValue() == 0 && NOT_ZERO.matcher(mantissa).find();
        if (roundedToZero || Double.isInfinite(value.doubleValue())) {
            throw new NumberFormatException("out of range");
        }
        return value;
    }
}
