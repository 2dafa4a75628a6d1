package io.angarium.benchmarks.load;

import io.angarium.benchmarks.peer.ArtemisBroker;
import io.angarium.jms.AngariumConnectionFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Persistent sends in one JVM, alternating between a plain file, Angarium and Artemis. */
@Command(
        name = "sends",
        description =
                "Synchronous persistent sends in one JVM at 1, 8 and 64 threads: a plain file with group commit of the"
                        + " same bytes, Angarium, and Artemis with its NIO journal and sync on; the same JMS program, alternating.",
        mixinStandardHelpOptions = true)
public final class Sends implements Callable<Integer> {
    @Mixin
    private Rounds rounds = new Rounds();

    @Option(
            names = "--contenders",
            split = ",",
            defaultValue = "plain,angarium,artemis",
            description = "the first is what the others are compared with; also there is angarium-ids, with an id for"
                    + " duplicate detection in each message (default: ${DEFAULT-VALUE})")
    private List<String> contenders = List.of();

    @Option(names = "--options", defaultValue = "", description = "added to Angarium's URI, for example &journal=file")
    private String options = "";

    private int brokers;

    @Override
    public Integer call() throws Exception {
        rounds.run(contenders, this::open);
        return 0;
    }

    private Contender open(String contender, Path place) throws Exception {
        brokers++;
        return switch (contender) {
            case "plain" -> new PlainFile(place, rounds.payloadBytes());
            case "angarium" -> angarium(contender, place, false);
            case "angarium-ids" -> angarium(contender, place, true);
            case "artemis" -> {
                ArtemisBroker broker = new ArtemisBroker(place, brokers, Disk.forceNanos(place));
                yield new JmsSends(contender, broker.factory(), broker::close, rounds.payloadBytes(), false);
            }
            default ->
                throw new IllegalArgumentException(
                        "--contenders has '" + contender + "', allowed: plain, angarium, angarium-ids, artemis");
        };
    }

    private Contender angarium(String contender, Path place, boolean ids) {
        String uri = "angarium:vm:sends-" + brokers + "?store=" + place.resolve("store") + options;
        return new JmsSends(contender, new AngariumConnectionFactory(uri), () -> {}, rounds.payloadBytes(), ids);
    }
}
