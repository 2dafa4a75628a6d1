package io.angarium.engine.core;

import io.angarium.engine.core.filter.Selector;
import io.angarium.protocol.Address;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.Browse;
import io.angarium.protocol.EntitySettings;
import io.angarium.protocol.EntityType;
import io.angarium.protocol.SendResult;
import io.angarium.protocol.SettleResult;
import io.angarium.protocol.Settlement;
import io.angarium.protocol.SubscriptionId;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All rules and the whole state of one namespace: a machine without clock, thread or I/O. Every operation reads the state
 * and returns a {@link Decision}; {@link #apply} is what changes the state, now and when the journal is replayed. An
 * operation that throws {@link BrokerException} has decided nothing.
 *
 * <p>Life: {@link #apply} for each record of the journal, {@link #endReplay}, {@link #open}, then operations. Confined to
 * the namespace lock.
 */
public final class NamespaceCore {
    /**
     * @param policy what is allowed
     * @param selectorParser makes selectors from text; throws INVALID_SELECTOR
     * @param contents reads properties for selectors
     * @param listener is told what was released and what is ready
     */
    public NamespaceCore(
            NamespacePolicy policy,
            Function<String, Selector> selectorParser,
            ContentReader contents,
            StateListener listener) {}

    // ---- state

    /**
     * Makes the events of one decision or of one record of the journal happen.
     *
     * @param events in order
     * @param contents where the content of each send of the command is ({@code sendIndex}, {@code contentIndex}); null, or
     *     missing at the end, where nothing was stored
     * @param record the record of the journal that has the durable events; 0 if none is durable
     */
    public void apply(List<Event> events, List<@Nullable ContentRef> contents, long record) {
        throw new UnsupportedOperationException();
    }

    /** After the last record of the journal and before {@link #open}: drops what belongs to no entity. */
    public void endReplay() {
        throw new UnsupportedOperationException();
    }

    /** Starts a new epoch; replies with it. The first decision of every start. */
    public Decision<Integer> open(long nowMillis) {
        throw new UnsupportedOperationException();
    }

    // ---- entities

    /**
     * Finds the entity of an address.
     *
     * @return null if there is none
     * @throws BrokerException INVALID_DESTINATION if it is of another type or the name is not valid
     */
    public @Nullable EntityDefinition find(Address address) {
        throw new UnsupportedOperationException();
    }

    /**
     * Makes sure that the entity of an address exists.
     *
     * @throws BrokerException INVALID_DESTINATION if the name is not valid, it is of another type, is temporary and gone, or
     *     may not be created
     */
    public Decision<EntityDefinition> resolve(Address address, long nowMillis) {
        throw new UnsupportedOperationException();
    }

    /**
     * Creates a queue or topic with these settings, or gives it these settings.
     *
     * @throws BrokerException INVALID_DESTINATION as {@link #resolve}, but without regard to the policy
     */
    public Decision<EntityDefinition> define(Address address, EntitySettings settings, long nowMillis) {
        throw new UnsupportedOperationException();
    }

    /**
     * Deletes a queue or topic with everything in it.
     *
     * @throws BrokerException INVALID_DESTINATION if there is none; ILLEGAL_STATE if it or a subscription has receivers
     */
    public Decision<Done> delete(Address address, long nowMillis) {
        throw new UnsupportedOperationException();
    }

    /**
     * Deletes messages that are ready or scheduled, oldest first.
     *
     * @param maxMessages at most so many at a time
     * @return how many
     */
    public Decision<Integer> purge(Address address, int maxMessages, long nowMillis) {
        throw new UnsupportedOperationException();
    }

    /**
     * Creates a temporary queue or topic.
     *
     * @param linkId its owner
     * @param name unique for ever
     */
    public Decision<EntityDefinition> createTemporary(EntityType type, String linkId, String name, long nowMillis) {
        throw new UnsupportedOperationException();
    }

    /**
     * Deletes a temporary queue or topic.
     *
     * @throws BrokerException INVALID_DESTINATION if it is not this link's; ILLEGAL_STATE if it has receivers
     */
    public Decision<Done> deleteTemporary(Address address, String linkId, long nowMillis) {
        throw new UnsupportedOperationException();
    }

    // ---- send

    /**
     * Accepts a message, creating its destination if need be. Events of a persistent message to something durable are
     * durable; so is the one that says that a duplicate of it was dropped.
     *
     * @throws BrokerException INVALID_DESTINATION as {@link #resolve}; RESOURCE_ALLOCATION if a limit of an entity is
     *     reached, to be tried again when something was settled
     */
    public Decision<SendResult> send(SendCommand command, long nowMillis) {
        throw new UnsupportedOperationException();
    }

    /**
     * Carries out a transaction as a whole.
     *
     * @throws BrokerException TRANSACTION_ROLLED_BACK if a lock was lost; else as {@link #send}
     */
    public Decision<Done> commit(CommitCommand command, long nowMillis) {
        throw new UnsupportedOperationException();
    }

    // ---- receive

    /**
     * Opens a receiver, creating or replacing its subscription by the rules of Jakarta Messaging 3.1 section 4.2.
     *
     * @return the queue or subscription it receives from
     * @throws BrokerException INVALID_DESTINATION, INVALID_SELECTOR, or ILLEGAL_STATE for the rules of subscriptions
     */
    public Decision<EntityDefinition> openReceiver(ReceiverRequest request, long nowMillis) {
        throw new UnsupportedOperationException();
    }

    /**
     * Closes a receiver; what it has not handed over is released, what it has stays locked by its link. Does nothing if
     * there is none.
     */
    public Decision<Done> closeReceiver(long receiverKey, long nowMillis) {
        throw new UnsupportedOperationException();
    }

    /**
     * Deletes a durable subscription.
     *
     * @throws BrokerException INVALID_DESTINATION if it does not exist, ILLEGAL_STATE if it has receivers or locked
     *     messages
     */
    public Decision<Done> unsubscribe(SubscriptionId subscription, long nowMillis) {
        throw new UnsupportedOperationException();
    }

    /**
     * Gives a receiver its next messages, higher priorities first, then by sequence number, locked or (RECEIVE_AND_DELETE)
     * settled: then {@link #apply} releases their contents, so they have to be read before the record is really dropped.
     * Drops or dead-letters expired ones on the way.
     *
     * @param maxMessages at most so many, at least 1
     * @param maxBytes at most so many bytes of head and body, but at least one message
     * @param durableRecord last record that is on disk; messages in later records are not given
     */
    public Decision<Received> receive(
            long receiverKey, int maxMessages, long maxBytes, long durableRecord, long nowMillis) {
        throw new UnsupportedOperationException();
    }

    /**
     * Reads a page of a queue without locking; creates nothing.
     *
     * @throws BrokerException INVALID_DESTINATION, INVALID_SELECTOR
     */
    public Browsed browse(Browse request, String linkId, long durableRecord, long nowMillis) {
        throw new UnsupportedOperationException();
    }

    // ---- settle

    /** Settles messages; those whose lock is not held any more are named in the reply and left alone. */
    public Decision<SettleResult> settle(List<Settlement> settlements, String linkId, long nowMillis) {
        throw new UnsupportedOperationException();
    }

    /** Notes that the application is given this message; nothing if the lock is not held any more. */
    public Decision<Done> handedOver(long lockToken, String linkId) {
        throw new UnsupportedOperationException();
    }

    /**
     * Renews a lock of an entity with strict lock duration.
     *
     * @return until when it holds; {@link Long#MAX_VALUE} if it holds as long as the link
     * @throws BrokerException LOCK_LOST
     */
    public Decision<Long> renew(long lockToken, String linkId, long nowMillis) {
        throw new UnsupportedOperationException();
    }

    /**
     * Ends a link: its receivers close, what was handed over counts as failed, other locked messages are released, its
     * temporary entities are deleted.
     */
    public Decision<Done> releaseLink(String linkId, long nowMillis) {
        throw new UnsupportedOperationException();
    }

    // ---- time

    /** When {@link #tick} has something to do; {@link Long#MAX_VALUE} for never. */
    public long nextDueMillis() {
        throw new UnsupportedOperationException();
    }

    /**
     * Does what is due: expiry, end of strict locks, scheduled messages, forgetting. A bounded piece of work; to be repeated
     * while {@link #nextDueMillis} is not in the future.
     */
    public Decision<Done> tick(long nowMillis) {
        throw new UnsupportedOperationException();
    }

    // ---- cleaning

    /**
     * What of an event in an old record is still needed: a {@link Event.MessageSnapshot} with its content, an
     * {@link Event.EntityDefined}, or null. Appended to the journal by the caller (contents copied), but not applied: when
     * it is durable, see {@link #relocated}.
     *
     * @param event an event of the record
     * @param record the record it was read from
     */
    public @Nullable Survivor survivor(Event event, long record) {
        throw new UnsupportedOperationException();
    }

    /**
     * Says that what {@link #survivor} or {@link #remembered} gave is in another record now, and durable. What is still
     * needed moves there, so that the old records are released; if nothing of it is needed any more, the new record is.
     *
     * @param survivors all that are in the record, in the order of their content index
     * @param contents where the content of each message is now, by content index
     * @param record the new record
     */
    public void relocated(List<Survivor> survivors, List<ContentRef> contents, long record) {
        throw new UnsupportedOperationException();
    }

    /**
     * What lives in no live record but must not be forgotten when the segments up to a record are deleted: epoch, duplicate
     * ids, producers. The caller appends the events as one record, calls {@link #relocated} at once, and repeats until
     * nothing is left; a segment may be deleted when the last such record is durable.
     *
     * @param upToRecord last record that will be deleted
     * @param maxEntries at most so many ids and producers at a time
     */
    public List<Survivor> remembered(long upToRecord, int maxEntries) {
        throw new UnsupportedOperationException();
    }

    // ---- what there is

    /** One entity, or null. */
    public @Nullable EntityStatus status(int entityId) {
        throw new UnsupportedOperationException();
    }

    /** All entities, by path. */
    public List<EntityStatus> statuses() {
        throw new UnsupportedOperationException();
    }
}
