package io.angarium.engine.runtime;

import io.angarium.protocol.BrokerException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A send or a commit that may have to wait for space. Confined to the namespace lock. */
interface Attempt {
    /** Whose attempt it is; ends with it. */
    NamespaceLink link();

    /** What it keeps in memory while it waits. */
    long sizeBytes();

    /** The queues of the {@link WaitingRoom} behind which it must not pass. */
    List<Object> lanes();

    /**
     * The producers whose numbers it uses up. The core takes a number that is lower than the last one for a repetition, so of
     * the attempts of one producer none may pass an earlier one.
     */
    List<Long> producers();

    /** Until when it waits, in the broker's clock. */
    long deadlineMillis();

    /**
     * Tries to carry it out, or a part of it.
     *
     * @return what is lacking, or null if it is done, be it with success or with an error that does not pass by waiting
     */
    @Nullable
    Lack tryOnce();

    /** Gives it up. */
    void fail(BrokerException cause);

    /** What it does, for the text of an error, such as {@code the send of 1024 bytes to queue orders}. */
    String describe();

    /**
     * What an attempt waits for.
     *
     * @param lane in which queue it waits
     * @param limit which limit is reached
     */
    record Lack(Object lane, String limit) {}
}
