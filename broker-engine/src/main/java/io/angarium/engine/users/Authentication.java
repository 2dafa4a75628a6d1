package io.angarium.engine.users;

import io.angarium.protocol.BrokerException;
import io.angarium.protocol.ErrorReason;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Checks who connects. Thread-safe; holds no lock while it computes.
 *
 * <p>The slow comparison is made once for each user and password: after a success a fast keyed digest of the password is
 * remembered, at most one for each user, whose key is random and lives in this object only. Neither the answer nor its
 * time tells whether a user exists.
 */
public final class Authentication {
    private static final String DIGEST = "HmacSHA256";
    private static final int KEY_BYTES = 32;

    private final boolean everybody;
    private final boolean anonymous;
    private final Map<String, PasswordHash> hashes = new HashMap<>();
    private final PasswordHash unknown;
    private final SecretKeySpec digestKey = new SecretKeySpec(PasswordHash.random(KEY_BYTES), DIGEST);
    private final Map<String, byte[]> proven = new ConcurrentHashMap<>();

    private Authentication(boolean everybody, boolean anonymous, List<User> users) {
        this.everybody = everybody;
        this.anonymous = anonymous;
        users.forEach(user -> hashes.put(user.name(), PasswordHash.parse(user.passwordHash())));
        unknown = PasswordHash.unmatched(hashes.values().stream()
                .mapToInt(PasswordHash::iterations)
                .max()
                .orElse(PasswordHash.MIN_ITERATIONS));
    }

    /**
     * The check for these users; reads their file if they are in one.
     *
     * @throws BrokerException CONFIGURATION naming file and line
     */
    public static Authentication of(Users users) {
        if (users instanceof Users.Everybody) {
            return new Authentication(true, true, List.of());
        } else if (users instanceof Users.Listed listed) {
            return new Authentication(false, listed.anonymous(), listed.users());
        } else if (users instanceof Users.InFile file) {
            return new Authentication(false, file.anonymous(), UserFile.read(file.file()));
        }
        throw new AssertionError(users);
    }

    /**
     * Lets a client in or not; takes some tenths of a second when a password is seen for the first time, or is wrong.
     *
     * @param broker its name, for the error
     * @param user user name, or null for anonymous
     * @param password password, or null
     * @throws BrokerException SECURITY
     */
    public void require(String broker, @Nullable String user, @Nullable String password) {
        if (everybody) {
            return;
        }
        if (user == null) {
            if (!anonymous) {
                throw refused(broker, "lets nobody connect without user name and password");
            }
            return;
        }
        if (!isRight(user, password == null ? "" : password)) {
            throw refused(broker, "does not know user \"" + user + "\" with this password");
        }
    }

    private boolean isRight(String user, String password) {
        if (password.isEmpty()) {
            return false;
        }
        byte[] digest = digest(password);
        byte[] before = proven.get(user);
        if (before != null && MessageDigest.isEqual(before, digest)) {
            return true;
        }
        PasswordHash hash = hashes.get(user);
        if (!(hash == null ? unknown : hash).matches(password)) {
            return false;
        }
        if (hash != null) {
            proven.put(user, digest);
        }
        return hash != null;
    }

    private byte[] digest(String password) {
        try {
            Mac mac = Mac.getInstance(DIGEST);
            mac.init(digestKey);
            return mac.doFinal(password.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no " + DIGEST, e);
        }
    }

    private static BrokerException refused(String broker, String what) {
        return new BrokerException(
                ErrorReason.SECURITY,
                "broker \"" + broker + "\" " + what + "; give the connection another user or password");
    }
}
