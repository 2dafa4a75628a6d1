package io.angarium.tck;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/** The language between the JVM of a shard and the runner: one line for each thing that happens, fields separated by tabs. */
sealed interface ShardLine {
    /** This many tests will be run. */
    record Found(int tests) implements ShardLine {}

    /** A test begins. */
    record Started(String className, String methodName) implements ShardLine {}

    /** A test has ended. */
    record Finished(Outcome outcome) implements ShardLine {}

    /** All tests have ended. */
    record Ended() implements ShardLine {}

    /** The line, without its end. */
    default String write() {
        if (this instanceof Found found) {
            return "FOUND\t" + found.tests;
        }
        if (this instanceof Started started) {
            return "STARTED\t" + started.className + "\t" + started.methodName;
        }
        if (this instanceof Finished finished) {
            Outcome o = finished.outcome;
            return String.join(
                    "\t",
                    "FINISHED",
                    o.suite().name(),
                    o.className(),
                    o.methodName(),
                    o.status().name(),
                    Long.toString(o.millis()),
                    encode(o.message()),
                    encode(o.log()));
        }
        if (this instanceof Ended) {
            return "ENDED";
        }
        throw new AssertionError(this);
    }

    /** What a line says, or nothing if it is of another origin, such as a warning of the JVM. */
    static Optional<ShardLine> read(String line) {
        String[] f = line.split("\t", -1);
        if (f[0].equals("FOUND") && f.length == 2) {
            return Optional.of(new Found(Integer.parseInt(f[1])));
        }
        if (f[0].equals("STARTED") && f.length == 3) {
            return Optional.of(new Started(f[1], f[2]));
        }
        if (f[0].equals("FINISHED") && f.length == 8) {
            return Optional.of(new Finished(new Outcome(
                    Suite.valueOf(f[1]),
                    f[2],
                    f[3],
                    Outcome.Status.valueOf(f[4]),
                    Long.parseLong(f[5]),
                    decode(f[6]),
                    decode(f[7]))));
        }
        return line.equals("ENDED") ? Optional.of(new Ended()) : Optional.empty();
    }

    private static String encode(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String decode(String text) {
        return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
    }
}
