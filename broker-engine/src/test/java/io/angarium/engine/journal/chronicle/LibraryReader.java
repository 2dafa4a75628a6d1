package io.angarium.engine.journal.chronicle;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.wire.DocumentContext;

/** Reads a store as somebody would who has the library only. */
public final class LibraryReader {
    private LibraryReader() {}

    /** Every document, oldest first, in the folder of the segments. */
    public static List<byte[]> documents(Path folder) {
        ChronicleJournal.prepareLibrary();
        List<byte[]> documents = new ArrayList<>();
        try (SingleChronicleQueue queue = queue(folder);
                ExcerptTailer tailer = queue.createTailer().toStart()) {
            while (true) {
                try (DocumentContext document = tailer.readingDocument()) {
                    if (!document.isPresent()) {
                        return documents;
                    }
                    documents.add(content(document));
                }
            }
        }
    }

    static SingleChronicleQueue queue(Path folder) {
        return SingleChronicleQueueBuilder.binary(folder)
                .rollCycle(Cycles.ROLL_CYCLE)
                .build();
    }

    static byte[] content(DocumentContext document) {
        Bytes<?> content = document.wire().bytes();
        byte[] bytes = new byte[(int) content.readRemaining()];
        content.read(bytes);
        return bytes;
    }
}
