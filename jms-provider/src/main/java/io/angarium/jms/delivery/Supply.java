package io.angarium.jms.delivery;

import io.angarium.protocol.Delivery;
import io.angarium.protocol.Settlement;
import jakarta.jms.JMSException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where a session's next message comes from: a receiver of its own, or what a connection consumer has loaded. */
interface Supply {
    /** Name of the queue or topic, for texts. */
    String name();

    /** The receiver of the link that delivered the message that {@link #poll} gave last. */
    ReceiverFlow receiver();

    /** The next message if one may be handed over now, else null. */
    @Nullable
    Delivery poll();

    /** Makes this the next message again. */
    void putBack(Delivery delivery);

    /** Appends a settlement for everything that was not handed over, so that it can come again in its order. */
    void giveBackUnseen(AcknowledgeMapping mode, List<Settlement> settlements) throws JMSException;
}
