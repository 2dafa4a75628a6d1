package io.angarium.engine.users;

import static java.util.Objects.requireNonNull;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * What is kept of a password: {@code pbkdf2-sha256$ITERATIONS$SALT$KEY}, salt and key in Base64 without padding, the key
 * made by PBKDF2WithHmacSHA256 (RFC 8018) and {@value #KEY_BYTES} bytes long. Immutable; never shows salt and key.
 */
final class PasswordHash {
    /** What OWASP recommends for this function; some tenths of a second. */
    static final int ITERATIONS = 600_000;

    static final int MIN_ITERATIONS = 1_000;
    static final int MAX_ITERATIONS = 10_000_000;

    private static final int SALT_BYTES = 16;
    private static final int KEY_BYTES = 32;
    private static final String ALGORITHM = "PBKDF2WithHmacSHA256";
    private static final Pattern FORMAT =
            Pattern.compile("pbkdf2-sha256\\$(\\d{1,8})\\$([A-Za-z0-9+/]{11,86})\\$([A-Za-z0-9+/]{43})");

    private final int iterations;
    private final byte[] salt;
    private final byte[] key;

    private PasswordHash(int iterations, byte[] salt, byte[] key) {
        this.iterations = iterations;
        this.salt = salt;
        this.key = key;
    }

    /** The hash of a password with a salt of its own. */
    static PasswordHash of(String password, int iterations) {
        byte[] salt = random(SALT_BYTES);
        return new PasswordHash(iterations, salt, derive(password, salt, iterations));
    }

    /** A hash that no password is known for; comparing with it takes as long as with another of so many iterations. */
    static PasswordHash unmatched(int iterations) {
        return new PasswordHash(iterations, random(SALT_BYTES), random(KEY_BYTES));
    }

    /** @throws IllegalArgumentException if it is not in the format; the text never contains it */
    static PasswordHash parse(String text) {
        Matcher parts = FORMAT.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "the password hash is not pbkdf2-sha256$ITERATIONS$SALT$KEY with salt and key in Base64");
        }
        int iterations = Integer.parseInt(parts.group(1));
        if (iterations < MIN_ITERATIONS || iterations > MAX_ITERATIONS) {
            throw new IllegalArgumentException("the password hash has " + iterations + " iterations, allowed: "
                    + MIN_ITERATIONS + " to " + MAX_ITERATIONS);
        }
        try {
            return new PasswordHash(iterations, decode(parts.group(2)), decode(parts.group(3)));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("salt or key of the password hash is not valid Base64", e);
        }
    }

    /** How often the function is repeated. */
    int iterations() {
        return iterations;
    }

    /** Whether this is the hash of that password; takes the same time whether it is or not. */
    boolean matches(String password) {
        return MessageDigest.isEqual(key, derive(password, salt, iterations));
    }

    /** The text that {@link #parse} reads. */
    String encoded() {
        return "pbkdf2-sha256$" + iterations + "$" + encode(salt) + "$" + encode(key);
    }

    static byte[] random(int bytes) {
        byte[] random = new byte[bytes];
        new SecureRandom().nextBytes(random);
        return random;
    }

    static byte[] derive(String password, byte[] salt, int iterations) {
        PBEKeySpec spec = new PBEKeySpec(password.toCharArray(), salt, iterations, KEY_BYTES * Byte.SIZE);
        try {
            return requireNonNull(
                    SecretKeyFactory.getInstance(ALGORITHM).generateSecret(spec).getEncoded(), "such a key has bytes");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no " + ALGORITHM, e);
        } finally {
            spec.clearPassword();
        }
    }

    private static byte[] decode(String text) {
        return Base64.getDecoder().decode(text);
    }

    private static String encode(byte[] bytes) {
        return Base64.getEncoder().withoutPadding().encodeToString(bytes);
    }
}
