package io.angarium.tck;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * What a JVM of its own has to run: the part of a suite's tests whose checksum of the name falls to it.
 *
 * @param suite which suite
 * @param roots where its test classes are
 * @param include what a test's name {@code class#method} must have in it
 * @param shard which part, from 0
 * @param shards how many parts there are
 * @param reset when the broker is replaced
 * @param store what the broker writes to
 * @param timeoutSeconds how long a test may take
 * @param done a file with a line for each test that is not to be run again
 */
record ShardPlan(
        Suite suite,
        List<Path> roots,
        Pattern include,
        int shard,
        int shards,
        Reset reset,
        StoreKind store,
        int timeoutSeconds,
        Path done) {
    ShardPlan {
        roots = List.copyOf(roots);
    }

    /** As arguments of a command line. */
    List<String> arguments() {
        List<String> arguments = new ArrayList<>(List.of(
                suite.name(),
                include.pattern(),
                Integer.toString(shard),
                Integer.toString(shards),
                reset.name(),
                store.name(),
                Integer.toString(timeoutSeconds),
                done.toString()));
        roots.forEach(root -> arguments.add(root.toString()));
        return arguments;
    }

    /** What {@link #arguments} were made of. */
    static ShardPlan of(String... arguments) {
        List<Path> roots = new ArrayList<>();
        for (int i = 8; i < arguments.length; i++) {
            roots.add(Path.of(arguments[i]));
        }
        return new ShardPlan(
                Suite.valueOf(arguments[0]),
                roots,
                Pattern.compile(arguments[1]),
                Integer.parseInt(arguments[2]),
                Integer.parseInt(arguments[3]),
                Reset.valueOf(arguments[4]),
                StoreKind.valueOf(arguments[5]),
                Integer.parseInt(arguments[6]),
                Path.of(arguments[7]));
    }

    /** Whether this part has a test of a name. */
    boolean has(String test) {
        CRC32 checksum = new CRC32();
        checksum.update(test.getBytes(StandardCharsets.UTF_8));
        return checksum.getValue() % shards == shard && include.matcher(test).find();
    }
}
