package io.angarium.jms.message;

import io.angarium.protocol.BodyType;
import jakarta.jms.JMSException;
import jakarta.jms.TextMessage;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A message whose body is text. It travels as UTF-8: half of a surrogate pair is no character and arrives as a question
 * mark.
 */
public final class AngariumTextMessage extends AngariumMessage implements TextMessage {
    private static final byte PRESENT = 1;
    private static final ByteBuffer NULL_TEXT = ByteBuffer.allocate(0).asReadOnlyBuffer();

    private @Nullable String text;
    private @Nullable ByteBuffer undecoded;

    AngariumTextMessage() {}

    AngariumTextMessage(ByteBuffer body) {
        undecoded = body;
    }

    @Override
    BodyType bodyType() {
        return BodyType.TEXT;
    }

    @Override
    ByteBuffer encodeBody() {
        if (undecoded != null) {
            return undecoded;
        } else if (text == null) {
            return NULL_TEXT;
        }
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(1 + utf8.length).put(PRESENT).put(utf8).flip();
    }

    @Override
    public @Nullable String getText() {
        ByteBuffer encoded = undecoded;
        if (encoded != null) {
            text = encoded.hasRemaining() ? decode(encoded) : null;
            undecoded = null;
        }
        return text;
    }

    private static String decode(ByteBuffer encoded) {
        byte[] utf8 = new byte[encoded.remaining() - 1];
        encoded.get(encoded.position() + 1, utf8);
        return new String(utf8, StandardCharsets.UTF_8);
    }

    @Override
    public void setText(@Nullable String string) throws JMSException {
        requireWritableBody();
        text = string;
    }

    @Override
    void emptyBody() {
        text = null;
        undecoded = null;
    }

    @Override
    @Nullable
    Object bodyAs(Class<?> type) throws JMSException {
        if (!canGiveBodyAs(type)) {
            throw cannotGiveBodyAs(type);
        }
        return getText();
    }

    @Override
    boolean canGiveBodyAs(Class<?> type) {
        return getText() == null || type.isAssignableFrom(String.class);
    }
}
