package io.angarium.engine.users;

import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/**
 * Prints the line of a users file for a user: {@code java ... io.angarium.engine.users.UserLine NAME}. Asks for the
 * password, which is not shown; without a terminal it is the first line of the standard input.
 */
public final class UserLine {
    private UserLine() {}

    /** Prints {@code name:hash}; ends with 0, or 2 if name or password are not valid or there is none. */
    public static void main(String[] arguments) throws IOException {
        System.exit(run(arguments, System.console(), System.in, System.out, System.err));
    }

    static int run(String[] arguments, @Nullable Console console, InputStream in, PrintStream out, PrintStream problems)
            throws IOException {
        if (arguments.length != 1) {
            problems.println("usage: UserLine NAME, and the password on the standard input");
            return 2;
        }
        String password = console == null ? firstLine(in) : ask(console, arguments[0]);
        if (password == null) {
            problems.println("no password was given");
            return 2;
        }
        try {
            out.println(User.withPassword(arguments[0], password).line());
            return 0;
        } catch (IllegalArgumentException e) {
            problems.println(e.getMessage());
            return 2;
        }
    }

    private static @Nullable String ask(Console console, String name) {
        char[] typed = console.readPassword("password of %s: ", name);
        return typed == null ? null : String.valueOf(typed);
    }

    private static @Nullable String firstLine(InputStream in) throws IOException {
        return new BufferedReader(new InputStreamReader(in, Charset.defaultCharset())).readLine();
    }
}
