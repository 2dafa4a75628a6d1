package io.angarium.jms;

import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;

/**
 * What a producer sets for the messages it sends, checked (Jakarta Messaging 3.1 §7.4). Immutable.
 *
 * @param deliveryMode of {@link DeliveryMode}
 * @param priority 0 to 9
 * @param timeToLiveMillis 0 for unlimited
 */
record SendOptions(int deliveryMode, int priority, long timeToLiveMillis) {
    /** What a producer has before anything is set. */
    static final SendOptions DEFAULT =
            new SendOptions(Message.DEFAULT_DELIVERY_MODE, Message.DEFAULT_PRIORITY, Message.DEFAULT_TIME_TO_LIVE);

    /** Fails if one is not valid. */
    static SendOptions of(int deliveryMode, int priority, long timeToLiveMillis) throws JMSException {
        if (deliveryMode != DeliveryMode.PERSISTENT && deliveryMode != DeliveryMode.NON_PERSISTENT) {
            throw new JMSException(
                    "the delivery mode is " + deliveryMode + "; allowed: NON_PERSISTENT (1), PERSISTENT (2)");
        }
        if (priority < 0 || priority > 9) {
            throw new JMSException("the priority is " + priority + "; allowed: 0 to 9");
        }
        if (timeToLiveMillis < 0) {
            throw new JMSException("the time-to-live is " + timeToLiveMillis + " ms; allowed: 0 (unlimited) or more");
        }
        return new SendOptions(deliveryMode, priority, timeToLiveMillis);
    }

    SendOptions withDeliveryMode(int other) throws JMSException {
        return of(other, priority, timeToLiveMillis);
    }

    SendOptions withPriority(int other) throws JMSException {
        return of(deliveryMode, other, timeToLiveMillis);
    }

    SendOptions withTimeToLive(long otherMillis) throws JMSException {
        return of(deliveryMode, priority, otherMillis);
    }
}
