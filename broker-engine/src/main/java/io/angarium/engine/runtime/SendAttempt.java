package io.angarium.engine.runtime;

import io.angarium.engine.core.Decision;
import io.angarium.engine.core.SendCommand;
import io.angarium.engine.runtime.Namespace.Outgoing;
import io.angarium.protocol.Send;
import io.angarium.protocol.SendResult;
import java.util.List;

/** The attempt to send one message. */
final class SendAttempt extends StoreAttempt<SendResult> {
    private final Send send;

    SendAttempt(Namespace namespace, NamespaceLink link, Send send) {
        super(namespace, link, List.of(send), false);
        this.send = send;
    }

    @Override
    void carryOut(List<SendCommand> commands, List<Outgoing> outgoing) {
        Decision<SendResult> decision = namespace.core().send(commands.get(0), namespace.now());
        long record = namespace.carryOut(decision, outgoing, false);
        // A duplicate of a persistent message is answered when what it repeats is on disk, which is in an earlier
        // record.
        boolean repeated =
                record == 0 && decision.reply().duplicate() && send.message().persistent();
        namespace.reply(repeated ? namespace.lastRecord() : record, persistentBytes(), future(), decision.reply());
    }

    @Override
    public List<Long> producers() {
        return send.producerId() == 0 ? List.of() : List.of(send.producerId());
    }

    @Override
    Object laneOfEntity() {
        return send.destination();
    }

    @Override
    public String describe() {
        return describeSends();
    }
}
