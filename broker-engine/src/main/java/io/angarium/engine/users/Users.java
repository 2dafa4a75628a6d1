package io.angarium.engine.users;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Who may connect to a broker. Immutable. */
public sealed interface Users {
    /** Whether a client that gives no user name may connect. */
    boolean anonymous();

    /** Everybody may connect, with any user name and password or none: the default. */
    static Users everybody() {
        return new Everybody();
    }

    /** These users may connect, and nobody anonymously. */
    static Users of(User... users) {
        return new Listed(List.of(users), false);
    }

    /** The users of a file may connect, and nobody anonymously; see {@link InFile}. */
    static Users inFile(Path file) {
        return new InFile(file, false);
    }

    /** Everybody may connect, with any user name and password or none. */
    record Everybody() implements Users {
        @Override
        public boolean anonymous() {
            return true;
        }

        @Override
        public String toString() {
            return "everybody";
        }
    }

    /**
     * Users that the application names.
     *
     * @param users with different names, at least one
     * @param anonymous whether a client that gives no user name may connect too
     */
    record Listed(List<User> users, boolean anonymous) implements Users {
        /** @throws IllegalArgumentException if there is none, or two have one name */
        public Listed {
            users = List.copyOf(users);
            if (users.isEmpty()) {
                throw new IllegalArgumentException("a list of users without users would let nobody in");
            }
            Set<String> names = new HashSet<>();
            for (User user : users) {
                if (!names.add(user.name())) {
                    throw new IllegalArgumentException("user \"" + user.name() + "\" is listed twice");
                }
            }
        }
    }

    /**
     * Users in a file, which is read when the broker opens: a line {@code name:hash} for each, UTF-8, empty lines and
     * lines that begin with # ignored. {@link UserLine} prints such a line.
     *
     * @param file made absolute
     * @param anonymous whether a client that gives no user name may connect too
     */
    record InFile(Path file, boolean anonymous) implements Users {
        public InFile {
            file = file.toAbsolutePath().normalize();
        }
    }
}
