package io.angarium.engine.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageInfoTest {
    private static final DuplicateId ID = new DuplicateId(1, 2);

    private static MessageInfo info(long enqueuedAt, long expiresAt, @Nullable DuplicateId id, long producer) {
        return new MessageInfo(true, 4, enqueuedAt, expiresAt, 70, 10, id, producer, producer == 0 ? 0 : 3);
    }

    @Test
    void whatIsAsItIsToBeAcceptedIsNotCopied() {
        MessageInfo all = info(100, 500, ID, 7);
        MessageInfo plain = info(100, 500, null, 0);

        assertThat(all.accepted(100, 500, true, true)).isSameAs(all);
        assertThat(all.accepted(100, 501, true, true)).isSameAs(all);
        assertThat(plain.accepted(100, 500, false, false)).isSameAs(plain);
    }

    @Test
    void whatIsNotIsCorrectedOneByOne() {
        MessageInfo all = info(100, 500, ID, 7);

        assertThat(all.accepted(101, 500, true, true)).isEqualTo(info(101, 500, ID, 7));
        assertThat(all.accepted(100, 499, true, true)).isEqualTo(info(100, 499, ID, 7));
        assertThat(all.accepted(101, 900, true, true)).isEqualTo(info(101, 500, ID, 7));
        assertThat(all.accepted(100, 500, false, true)).isEqualTo(info(100, 500, null, 7));
        assertThat(all.accepted(100, 500, true, false)).isEqualTo(info(100, 500, ID, 0));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 9})
    void prioritiesAreFromZeroToNine(int priority) {
        assertThat(new MessageInfo(true, priority, 0, 0, 0, 1, null, 0, 0).priority())
                .isEqualTo(priority);
        assertThatThrownBy(() -> new MessageInfo(true, priority == 0 ? -1 : 10, 0, 0, 0, 1, null, 0, 0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void eachPriorityHasALaneForWhatIsInTheJournalAndOneForWhatIsNot() {
        MessageInfo info = info(100, 500, null, 0);

        assertThat(new Content(info, new ContentRef(5, 0, 10, List.of())).lane())
                .isEqualTo(8);
        assertThat(new Content(info, new ContentRef(-5, 0, 10, List.of())).lane())
                .isEqualTo(9);
    }
}
