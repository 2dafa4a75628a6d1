package io.angarium.benchmarks.load;

import io.angarium.engine.journal.JournalConfig;
import io.angarium.engine.journal.chronicle.ChronicleJournal;
import io.angarium.engine.journal.file.FileJournal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The journals alone, beside a plain file. */
@Command(
        name = "journal",
        description =
                "Durable appends to the Chronicle journal, to the file journal and to a plain file, at 1, 8 and 64"
                        + " threads, alternating.",
        mixinStandardHelpOptions = true)
public final class Journals implements Callable<Integer> {
    @Mixin
    private Rounds rounds = new Rounds();

    @Option(
            names = "--contenders",
            split = ",",
            defaultValue = "plain,file,chronicle",
            description = "the first is what the others are compared with (default: ${DEFAULT-VALUE})")
    private List<String> contenders = List.of();

    @Override
    public Integer call() throws Exception {
        rounds.run(contenders, this::open);
        return 0;
    }

    private Contender open(String contender, Path place) throws IOException {
        JournalConfig config = JournalConfig.at(place.resolve("journal"));
        return switch (contender) {
            case "plain" -> new PlainFile(place, rounds.payloadBytes());
            case "file" -> new JournalAppends(contender, FileJournal.open(config), rounds.payloadBytes());
            case "chronicle" -> new JournalAppends(contender, ChronicleJournal.open(config), rounds.payloadBytes());
            default ->
                throw new IllegalArgumentException(
                        "--contenders has '" + contender + "', allowed: plain, file, chronicle");
        };
    }
}
