package io.angarium.jms.sending;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.angarium.protocol.Address;
import io.angarium.protocol.BodyType;
import io.angarium.protocol.BrokerLink;
import io.angarium.protocol.LinkInfo;
import io.angarium.protocol.Message;
import io.angarium.protocol.MessageHead;
import io.angarium.protocol.Send;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;

class EndedTransactionTest {
    private final BrokerLink link = Mockito.mock(BrokerLink.class);

    /** Else a commit that a close has overtaken would succeed, and its messages be nowhere. */
    @Test
    void nothingIsCommittedAfterTheEnd() throws JMSException {
        Mockito.when(link.info()).thenReturn(new LinkInfo("b", "1", "l", 1_000, false, Map.of()));
        TransactionWork work = new TransactionWork(link, 1_000_000);
        work.add(send());

        work.end();

        assertThatThrownBy(() -> work.commit(List.of()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("rolled back");
        assertThatThrownBy(() -> work.add(send())).isInstanceOf(IllegalStateException.class);
        Mockito.verify(link, Mockito.never()).commit(Mockito.any());
    }

    private static Send send() {
        Address queue = Address.queue("q");
        MessageHead head =
                new MessageHead(BodyType.NONE, true, 4, 0, 0, 0, null, null, null, null, null, queue, null, Map.of());
        return new Send(0, 0, queue, Message.of(head, ByteBuffer.allocate(0)));
    }
}
