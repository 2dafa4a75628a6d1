package io.angarium.jms.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.angarium.protocol.Outcome;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;

class ConsumedMessagesTest {
    private final ConsumedMessages consumed = new ConsumedMessages();

    @Test
    void whatIsConsumedIsCompletedTogether() throws JMSException {
        consumed.add(1, Mockito.mock(ReceiverFlow.class));
        consumed.add(2, Mockito.mock(ReceiverFlow.class));

        assertThat(consumed.completed()).hasSize(2).allMatch(s -> s.outcome() == Outcome.COMPLETE);
    }

    /** Else an acknowledgement that a close has overtaken would succeed, and its messages come again. */
    @Test
    void nothingIsCompletedAfterTheEnd() {
        consumed.add(1, Mockito.mock(ReceiverFlow.class));

        assertThat(consumed.end(Outcome.ABANDON)).hasSize(1).allMatch(s -> s.outcome() == Outcome.ABANDON);

        assertThatThrownBy(consumed::completed)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("given back");
        assertThatThrownBy(() -> consumed.remove(1)).isInstanceOf(IllegalStateException.class);
    }
}
