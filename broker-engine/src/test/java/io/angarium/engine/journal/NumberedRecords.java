package io.angarium.engine.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Records whose whole content follows from their number, so that any reader can check them: about one in five has metadata only, the
 * others one to three blocks of up to some KiB.
 */
final class NumberedRecords {
    /** First and last record of a store, 0 and 0 if it is empty. */
    record Span(long first, long last) {}

    private NumberedRecords() {}

    /** Appends the next record. */
    static long append(Journal journal, int maxBytes) {
        long number = journal.nextRecord();
        long appended = journal.append(metadata(number, maxBytes), content(number, maxBytes), false, false);
        assertThat(appended).isEqualTo(number);
        return appended;
    }

    static ByteBuffer metadata(long number, int maxBytes) {
        Random random = new Random(number);
        byte[] bytes = new byte[8 + random.nextInt(Math.max(1, maxBytes / 8))];
        random.nextBytes(bytes);
        return ByteBuffer.wrap(bytes).putLong(0, number);
    }

    static List<ByteBuffer> content(long number, int maxBytes) {
        Random random = new Random(~number);
        int blocks = Math.max(0, random.nextInt(5) - 1);
        List<ByteBuffer> content = new ArrayList<>();
        for (int i = 0; i < blocks; i++) {
            byte[] bytes = new byte[random.nextInt(maxBytes / blocks)];
            random.nextBytes(bytes);
            content.add(ByteBuffer.wrap(bytes));
        }
        return content;
    }

    /**
     * Replays a journal and reads every content; checks all of it.
     *
     * @return the first and the last record
     */
    static Span verify(Journal journal, int maxBytes) {
        long[] numbers = {0, 0};
        journal.replay((record, metadata, live) -> {
            assertThat(metadata).as("metadata of record %d", record).isEqualTo(metadata(record, maxBytes));
            assertThat(live)
                    .as("record %d is live", record)
                    .isEqualTo(!content(record, maxBytes).isEmpty());
            if (numbers[0] == 0) {
                numbers[0] = record;
            } else {
                assertThat(record).as("no gap").isEqualTo(numbers[1] + 1);
            }
            numbers[1] = record;
        });
        for (long record = Math.max(1, numbers[0]); record <= numbers[1]; record++) {
            List<ByteBuffer> content = content(record, maxBytes);
            for (int i = 0; i < content.size(); i++) {
                assertThat(journal.read(record, i))
                        .as("block %d of record %d", i, record)
                        .isEqualTo(content.get(i));
            }
        }
        return new Span(numbers[0], numbers[1]);
    }
}
