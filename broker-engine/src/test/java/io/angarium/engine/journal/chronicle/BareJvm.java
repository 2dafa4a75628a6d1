package io.angarium.engine.journal.chronicle;

import io.angarium.engine.journal.Journal;
import io.angarium.engine.journal.JournalConfig;
import io.angarium.engine.journal.JournalException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** What {@link BareJvmTest} runs in a JVM of its own: writes to a store and reads it, or prints why it could not. */
final class BareJvm {
    private BareJvm() {}

    public static void main(String[] arguments) {
        JournalConfig config = JournalConfig.at(Path.of(arguments[0]));
        try {
            try (Journal journal = ChronicleJournal.open(config)) {
                journal.replay((record, metadata, live) -> {});
                journal.append(bytes("note"), List.of(bytes("body")), false, false);
                journal.sync();
            }
            try (Journal journal = ChronicleJournal.open(config)) {
                journal.replay((record, metadata, live) -> System.out.println("record " + record));
                System.out.println(StandardCharsets.UTF_8.decode(journal.read(1, 0)));
            }
        } catch (JournalException e) {
            System.out.println(e.kind() + " " + e.getMessage());
        }
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }
}
