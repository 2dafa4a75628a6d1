package io.angarium.engine.runtime;

import io.angarium.engine.core.DuplicateId;
import io.angarium.engine.core.MessageInfo;
import io.angarium.engine.core.Origin;
import io.angarium.engine.core.SendCommand;
import io.angarium.protocol.Message;
import io.angarium.protocol.Send;

/** Makes the core's commands of what clients send: the fixed fields of the head are read, the rest is not decoded. */
final class MessageCommands {
    private MessageCommands() {}

    static SendCommand of(Send send, Origin origin, long nowMillis) {
        Message message = send.message();
        String duplicateId = message.duplicateId();
        String groupId = message.groupId();
        MessageInfo info = new MessageInfo(
                message.persistent(),
                message.priority(),
                nowMillis,
                message.expirationMillis() == 0 ? Long.MAX_VALUE : message.expirationMillis(),
                message.deliveryTimeMillis(),
                message.sizeBytes(),
                duplicateId == null ? null : DuplicateId.of(duplicateId),
                send.producerId(),
                send.producerSequence(),
                groupId == null ? 0 : MessageInfo.groupOf(groupId),
                message.endsGroup());
        return new SendCommand(send.destination(), info, new MessageProperties(message), origin);
    }
}
