package io.angarium.engine.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.angarium.protocol.BrokerException;
import io.angarium.protocol.ErrorReason;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Asserts that the core refuses something, why, and that its text names what matters. */
final class Refusals {
    private Refusals() {}

    static void assertRefused(ErrorReason reason, ThrowingCallable request, String... named) {
        assertThatThrownBy(request).isInstanceOfSatisfying(BrokerException.class, e -> {
            assertThat(e.reason()).isEqualTo(reason);
            for (String name : named) {
                assertThat(e.getMessage()).contains(name);
            }
        });
    }
}
