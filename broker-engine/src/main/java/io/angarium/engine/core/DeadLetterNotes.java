package io.angarium.engine.core;

import io.angarium.engine.core.Event.DeadLetterNote;
import org.jspecify.annotations.Nullable;

/** Why and from where the messages of one dead-letter subqueue came. */
final class DeadLetterNotes {
    private final LongTable<DeadLetterNote> notes = new LongTable<>();
    private final LongTable<QueuedMessage> bySourceSequence = new LongTable<>();

    void add(QueuedMessage message, DeadLetterNote note) {
        notes.put(message.sequence, note);
        bySourceSequence.put(note.sourceSequenceNumber(), message);
    }

    void remove(QueuedMessage message) {
        DeadLetterNote note = notes.remove(message.sequence);
        if (note != null) {
            bySourceSequence.remove(note.sourceSequenceNumber());
        }
    }

    @Nullable
    DeadLetterNote of(long sequence) {
        return notes.get(sequence);
    }

    /** The message that had this number in the entity from which it was dead-lettered, or null. */
    @Nullable
    QueuedMessage findBySource(long sourceSequence) {
        return bySourceSequence.get(sourceSequence);
    }
}
