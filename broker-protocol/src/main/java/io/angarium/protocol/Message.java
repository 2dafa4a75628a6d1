package io.angarium.protocol;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message as it travels and as it is stored: encoded once by the sender, never transcoded. The fields that the broker
 * needs for every message stand at fixed places at the beginning of the head:
 *
 * <pre>
 * 0 version u8 | 1 flags u8 | 2 priority u8 | 3 body type u8 | 4 timestamp i64 | 12 expiration i64 | 20 delivery time i64
 * 28 duplicateId, groupId, messageId, correlationId, type, destination, replyTo, properties
 * </pre>
 *
 * <p>Immutable: both buffers are read-only and their positions are never moved; use {@link ByteBuffer#duplicate()}.
 *
 * @param head the encoded {@link MessageHead}
 * @param body the body, encoded as its {@link BodyType} says
 */
public record Message(ByteBuffer head, ByteBuffer body) {
    private static final byte VERSION = 1;
    private static final int PERSISTENT = 1;
    private static final int GROUPED = 2;
    private static final int LAST_OF_GROUP = 4;
    private static final String GROUP_SEQUENCE = "JMSXGroupSeq";
    private static final int FIXED_BYTES = 28;

    /**
     * Checks what the broker uses without decoding the rest.
     *
     * @throws IllegalArgumentException if the head is too short, of an unknown version, or its priority or body type does
     *     not exist
     */
    public Message {
        head = requireNonNull(head, "head").asReadOnlyBuffer();
        body = requireNonNull(body, "body").asReadOnlyBuffer();
        if (head.remaining() < FIXED_BYTES || head.get(head.position()) != VERSION) {
            throw new IllegalArgumentException("not the head of a message of version " + VERSION);
        }
        MessageHead.checkPriority(head.get(head.position() + 2));
        BodyType.ofCode(head.get(head.position() + 3));
    }

    /** Encodes a head and joins it with a body, whose buffer the caller must not change afterwards. */
    public static Message of(MessageHead head, ByteBuffer body) {
        ValueWriter out = new ValueWriter(256)
                .putByte(VERSION)
                .putByte(flags(head))
                .putByte(head.priority())
                .putByte(head.bodyType().code())
                .putLong(head.timestampMillis())
                .putLong(head.expirationMillis())
                .putLong(head.deliveryTimeMillis())
                .putString(head.duplicateId())
                .putString(head.groupId())
                .putString(head.messageId())
                .putValue(head.correlationId())
                .putString(head.type());
        out.putAddress(head.destination()).putAddress(head.replyTo()).putMap(head.properties());
        return new Message(out.toBuffer(), body);
    }

    private static int flags(MessageHead head) {
        int flags = head.persistent() ? PERSISTENT : 0;
        String groupId = head.groupId();
        if (groupId != null && !groupId.isEmpty()) {
            boolean last = head.properties().get(GROUP_SEQUENCE) instanceof Number number && number.longValue() < 0;
            flags |= last ? GROUPED | LAST_OF_GROUP : GROUPED;
        }
        return flags;
    }

    /** Whether the message survives a restart of the broker. */
    public boolean persistent() {
        return (head.get(head.position() + 1) & PERSISTENT) != 0;
    }

    /** Priority, 0 to 9. */
    public int priority() {
        return head.get(head.position() + 2);
    }

    /** How the body is encoded. */
    public BodyType bodyType() {
        return BodyType.ofCode(head.get(head.position() + 3));
    }

    /** When it was sent; 0 if the sender disabled it. */
    public long timestampMillis() {
        return head.getLong(head.position() + 4);
    }

    /** When it expires; 0 for never. */
    public long expirationMillis() {
        return head.getLong(head.position() + 12);
    }

    /** The earliest delivery; 0 for at once. */
    public long deliveryTimeMillis() {
        return head.getLong(head.position() + 20);
    }

    /** The application's MessageId for duplicate detection, or null; read without decoding the rest. */
    public @Nullable String duplicateId() {
        return variablePart().getString();
    }

    /** The group (JMSXGroupID) to which it belongs, or null; an empty name is no group. Read without decoding the rest. */
    public @Nullable String groupId() {
        if ((head.get(head.position() + 1) & GROUPED) == 0) {
            return null;
        }
        ValueReader in = variablePart();
        in.getString();
        return in.getString();
    }

    /** Whether it is the last of its group, which it says with a negative JMSXGroupSeq. */
    public boolean endsGroup() {
        return (head.get(head.position() + 1) & LAST_OF_GROUP) != 0;
    }

    /** Size of head and body. */
    public long sizeBytes() {
        return (long) head.remaining() + body.remaining();
    }

    /**
     * Decodes the whole head.
     *
     * @throws IllegalArgumentException if it is damaged
     */
    public MessageHead decodeHead() {
        ValueReader in = variablePart();
        return new MessageHead(
                bodyType(),
                persistent(),
                priority(),
                timestampMillis(),
                expirationMillis(),
                deliveryTimeMillis(),
                in.getString(),
                in.getString(),
                in.getString(),
                in.getValue(),
                in.getString(),
                requireAddress(in.getAddress()),
                in.getAddress(),
                in.getMap());
    }

    /**
     * Checks the whole head without keeping anything of it, for messages that come from outside.
     *
     * @throws IllegalArgumentException if {@link #decodeHead} would fail
     */
    public void requireWellFormed() {
        ValueReader in = variablePart();
        in.skipString();
        in.skipString();
        in.skipString();
        in.skipCorrelationId();
        in.skipString();
        if (!in.skipAddress()) {
            throw new IllegalArgumentException("a message without destination");
        }
        in.skipAddress();
        for (int left = in.getCount(5); left > 0; left--) {
            in.skipProperty();
        }
    }

    /** The head with other properties, same body; for what the broker adds (a dead-letter reason, a rule's action). */
    public Message withProperties(Map<String, @Nullable Object> properties) {
        MessageHead old = decodeHead();
        return of(
                new MessageHead(
                        old.bodyType(),
                        old.persistent(),
                        old.priority(),
                        old.timestampMillis(),
                        old.expirationMillis(),
                        old.deliveryTimeMillis(),
                        old.duplicateId(),
                        old.groupId(),
                        old.messageId(),
                        old.correlationId(),
                        old.type(),
                        old.destination(),
                        old.replyTo(),
                        properties),
                body);
    }

    private ValueReader variablePart() {
        return new ValueReader(head.duplicate().position(head.position() + FIXED_BYTES));
    }

    private static Address requireAddress(@Nullable Address address) {
        if (address == null) {
            throw new IllegalArgumentException("a message without destination");
        }
        return address;
    }
}
