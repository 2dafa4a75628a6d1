package io.angarium.engine.journal;

import io.angarium.engine.core.ContentRef;
import io.angarium.engine.core.Event;
import io.angarium.protocol.ValueReader;
import io.angarium.protocol.ValueWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The metadata of a record: the durable events of one decision and where the contents of its messages are.
 *
 * <pre>
 * version u8 | kind u8: 1 events, 2 part of a body
 * events:  number of contents i32, for each: 0 u8, or 1 u8 | size i64 | number of parts i32 | records of the parts i64...
 *          number of events i32, for each: type u8 | fields
 * </pre>
 *
 * <p>A version, once released, is read for ever; a change of the encoding is a new version with a reader of its own beside
 * the old ones. Stateless.
 */
public final class EventCodec {
    /** The version that is written. */
    static final int VERSION = 1;

    private static final int EVENTS = 1;
    private static final int PART = 2;

    private EventCodec() {}

    /**
     * A decoded record.
     *
     * @param events in order
     * @param contents by send index or content index; null where a send has no content
     * @param part whether the record is a part of a body; then it has no events
     */
    public record Decoded(List<Event> events, List<@Nullable ContentRef> contents, boolean part) {}

    /** The metadata of a record that holds a part of a body. */
    public static ByteBuffer encodePart() {
        return ByteBuffer.wrap(new byte[] {VERSION, PART}).asReadOnlyBuffer();
    }

    /**
     * The metadata of a record of events.
     *
     * @param events those that are not durable are left out
     * @param contents as for {@link io.angarium.engine.core.NamespaceCore#apply}; volatile ones are left out
     */
    public static ByteBuffer encode(List<Event> events, List<@Nullable ContentRef> contents) {
        ValueWriter out = new ValueWriter(160).putByte(VERSION).putByte(EVENTS);
        out.putInt(contents.size());
        for (ContentRef content : contents) {
            encodeContent(content, out);
        }
        int durable = 0;
        for (Event event : events) {
            durable += event.durable() ? 1 : 0;
        }
        out.putInt(durable);
        for (Event event : events) {
            if (event.durable()) {
                EventWriter.write(event, out);
            }
        }
        return out.toBuffer();
    }

    private static void encodeContent(@Nullable ContentRef content, ValueWriter out) {
        if (content == null || content.isVolatile()) {
            out.putByte(0);
            return;
        }
        out.putByte(1).putLong(content.sizeBytes()).putInt(content.parts().size());
        for (long part : content.parts()) {
            out.putLong(part);
        }
    }

    /**
     * Decodes the metadata of a record.
     *
     * @throws JournalException CORRUPT, naming the record, if the version or a type is unknown, or the bytes make no sense
     */
    public static Decoded decode(long record, ByteBuffer metadata) {
        try {
            ValueReader in = new ValueReader(metadata);
            int version = in.getByte();
            if (version != VERSION) {
                throw new IllegalArgumentException(
                        "version " + version + ", but this release reads up to " + VERSION + "; use a later release");
            }
            int kind = in.getByte();
            return switch (kind) {
                case PART -> new Decoded(List.of(), List.of(), true);
                case EVENTS -> decodeEvents(record, in);
                default -> throw new IllegalArgumentException("unknown kind " + kind);
            };
        } catch (IllegalArgumentException e) {
            throw new JournalException(
                    JournalException.Kind.CORRUPT, "record " + record + " cannot be decoded: " + e.getMessage(), e);
        }
    }

    private static Decoded decodeEvents(long record, ValueReader in) {
        int sends = EventReader.count(in);
        List<@Nullable ContentRef> contents = new ArrayList<>(sends);
        int index = 0;
        for (int i = 0; i < sends; i++) {
            ContentRef content = in.getByte() == 0 ? null : decodeContent(record, index, in);
            contents.add(content);
            index += content == null ? 0 : 1;
        }
        int count = EventReader.count(in);
        List<Event> events = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            events.add(EventReader.read(in));
        }
        if (in.hasRemaining()) {
            throw new IllegalArgumentException("bytes are left behind the last event");
        }
        return new Decoded(events, contents, false);
    }

    private static ContentRef decodeContent(long record, int index, ValueReader in) {
        long sizeBytes = in.getLong();
        int count = EventReader.count(in);
        if (count == 0) {
            return new ContentRef(record, index, sizeBytes, List.of());
        }
        List<Long> parts = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            parts.add(in.getLong());
        }
        return new ContentRef(record, index, sizeBytes, parts);
    }
}
