package io.angarium.engine.users;

import java.util.regex.Pattern;

/**
 * Somebody who may connect. Immutable; the password itself is nowhere, and {@link #toString} does not show its hash.
 *
 * @param name 1 to 200 characters without colon, control characters and white space at the ends; case counts
 * @param passwordHash {@code pbkdf2-sha256$ITERATIONS$SALT$KEY}: the decimal number of iterations (1,000 to 10,000,000),
 *     the salt (8 to 64 bytes) and the key (32 bytes) of PBKDF2WithHmacSHA256, both in Base64 without padding
 */
public record User(String name, String passwordHash) {
    private static final Pattern NAME =
            Pattern.compile("(?U)(?!#)[^:\\s\\p{Cntrl}]([^:\\p{Cntrl}]{0,198}[^:\\s\\p{Cntrl}])?");

    /** @throws IllegalArgumentException if the name or the hash is not of the form described above */
    public User {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("the user name is not 1 to 200 characters without ':', control"
                    + " characters, white space at the ends and '#' at the beginning");
        }
        PasswordHash.parse(passwordHash);
    }

    /**
     * A user with this password, hashed with a random salt; takes some tenths of a second on purpose.
     *
     * @throws IllegalArgumentException if the password is empty, or the name not valid
     */
    public static User withPassword(String name, String password) {
        return withPassword(name, password, PasswordHash.ITERATIONS);
    }

    /**
     * As {@link #withPassword(String, String)}, with more or fewer iterations of the hash function than 600,000.
     *
     * @throws IllegalArgumentException if the password is empty, the name not valid, or the number not from 1,000 to
     *     10,000,000
     */
    public static User withPassword(String name, String password, int iterations) {
        if (password.isEmpty()) {
            throw new IllegalArgumentException("the password of user \"" + name + "\" is empty");
        }
        if (iterations < PasswordHash.MIN_ITERATIONS || iterations > PasswordHash.MAX_ITERATIONS) {
            throw new IllegalArgumentException(iterations + " iterations; allowed: " + PasswordHash.MIN_ITERATIONS
                    + " to " + PasswordHash.MAX_ITERATIONS);
        }
        return new User(name, PasswordHash.of(password, iterations).encoded());
    }

    /** The line that stands for this user in a users file: {@code name:hash}. */
    public String line() {
        return name + ":" + passwordHash;
    }

    @Override
    public String toString() {
        return "User[" + name + "]";
    }
}
