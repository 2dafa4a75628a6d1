package io.angarium.engine.users;

import io.angarium.protocol.BrokerException;
import io.angarium.protocol.ErrorReason;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads users from a file; its errors name file and line and never show what stands there. Stateless. */
final class UserFile {
    private UserFile() {}

    /** @throws BrokerException CONFIGURATION if it cannot be read, a line is malformed, or it names nobody */
    static List<User> read(Path file) {
        Map<String, User> users = new LinkedHashMap<>();
        List<String> lines = lines(file);
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            User user = user(file, i + 1, line);
            if (users.put(user.name(), user) != null) {
                throw malformed(file, i + 1, "user \"" + user.name() + "\" is listed twice", null);
            }
        }
        if (users.isEmpty()) {
            throw unusable(file, "it lists no user, so nobody could connect; a line is name:hash", null);
        }
        return List.copyOf(users.values());
    }

    private static User user(Path file, int number, String line) {
        int colon = line.indexOf(':');
        if (colon <= 0) {
            throw malformed(file, number, "it is not name:hash", null);
        }
        try {
            return new User(line.substring(0, colon), line.substring(colon + 1));
        } catch (IllegalArgumentException e) {
            throw malformed(file, number, e.getMessage() + "; " + UserLine.class.getName() + " prints such a line", e);
        }
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            throw unusable(file, "it does not exist", e);
        } catch (CharacterCodingException e) {
            throw unusable(file, "it is not UTF-8", e);
        } catch (IOException e) {
            throw unusable(file, "it cannot be read: " + e, e);
        }
    }

    private static BrokerException malformed(Path file, int line, String problem, @Nullable Throwable cause) {
        return new BrokerException(
                ErrorReason.CONFIGURATION, "users file " + file + ", line " + line + ": " + problem, cause);
    }

    private static BrokerException unusable(Path file, String problem, @Nullable Throwable cause) {
        return new BrokerException(ErrorReason.CONFIGURATION, "users file " + file + ": " + problem, cause);
    }
}
