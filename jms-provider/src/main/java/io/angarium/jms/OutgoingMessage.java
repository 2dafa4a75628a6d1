package io.angarium.jms;

import io.angarium.jms.message.AngariumMessage;
import io.angarium.jms.message.SendHeaders;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;

/**
 * One message on its way out: computes the header fields that a send sets and puts them on the sender's message
 * (Jakarta Messaging 3.1 §3.4.11). Times count from the send, also in a transaction.
 *
 * @param delayMillis earliest delivery after the send
 * @param withoutId whether the message gets no id
 * @param withoutTimestamp whether the message gets no timestamp
 */
record OutgoingMessage(SendOptions options, long delayMillis, boolean withoutId, boolean withoutTimestamp) {

    /** Sets the header fields and encodes the message; it may be changed and sent again afterwards. */
    io.angarium.protocol.Message encode(AngariumSession session, Destination destination, Message message)
            throws JMSException {
        SessionMessages messages = session.messages();
        long nowMillis = session.connection().link().currentTimeMillis();
        SendHeaders headers = new SendHeaders(
                destination,
                options.deliveryMode(),
                options.priority(),
                withoutId ? null : messages.nextId(),
                withoutTimestamp ? 0 : nowMillis,
                options.timeToLiveMillis() == 0 ? 0 : later(nowMillis, options.timeToLiveMillis()),
                delayMillis == 0 ? 0 : later(nowMillis, delayMillis));
        AngariumMessage own = messages.ours(message);
        headers.setOn(own);
        io.angarium.protocol.Message encoded = messages.encode(own);
        if (delayMillis == 0) {
            own.setJMSDeliveryTime(nowMillis);
        }
        if (own != message) {
            headers.setOn(message);
            message.setJMSDeliveryTime(own.getJMSDeliveryTime());
        }
        return encoded;
    }

    /** A time that is too far away to count is the last that there is. */
    private static long later(long nowMillis, long millis) {
        long sum = nowMillis + millis;
        return sum < nowMillis ? Long.MAX_VALUE : sum;
    }
}
