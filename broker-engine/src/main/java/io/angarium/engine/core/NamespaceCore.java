package io.angarium.engine.core;

import io.angarium.engine.core.filter.Selector;
import io.angarium.protocol.Address;
import io.angarium.protocol.BranchId;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.Browse;
import io.angarium.protocol.EntitySettings;
import io.angarium.protocol.EntityType;
import io.angarium.protocol.SendResult;
import io.angarium.protocol.SettleResult;
import io.angarium.protocol.Settlement;
import io.angarium.protocol.SubscriptionId;
import java.util.Comparator;
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
    private final NamespaceState state;
    private final MessageEvents messageEvents;
    private final EntityEvents entityEvents;
    private final EventApplication application;
    private final EntityRules entities;
    private final SendRules sending;
    private final SettleRules settling;
    private final TransactionRules transactions;
    private final BranchRules branches;
    private final SubscriptionRules subscriptions;
    private final ReceiveRules receiving;
    private final BrowseRules browsing;
    private final DueRules dues;
    private final CleaningRules cleaning;

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
            StateListener listener) {
        state = new NamespaceState(policy, selectorParser, listener);
        messageEvents = new MessageEvents(state);
        entityEvents = new EntityEvents(state, messageEvents);
        application = new EventApplication(state, messageEvents, entityEvents);
        entities = new EntityRules(state);
        sending = new SendRules(state, entities);
        settling = new SettleRules(state, entities);
        transactions = new TransactionRules(state, sending, settling);
        branches = new BranchRules(state, transactions, sending, settling);
        subscriptions = new SubscriptionRules(state, entities, settling);
        receiving = new ReceiveRules(state, settling, contents);
        browsing = new BrowseRules(state, entities, contents);
        dues = new DueRules(state, settling);
        cleaning = new CleaningRules(state);
    }

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
        application.apply(events, contents, record);
    }

    /** After the last record of the journal and before {@link #open}: drops what belongs to no entity. */
    public void endReplay() {
        entityEvents.dropUndefined();
    }

    /**
     * Starts a new epoch; replies with it. The first decision of every start: what was with an application when the broker
     * ended, as far as {@link #startDeliveries} has written it down, counts as a failed delivery. Its events need not happen
     * all or none, as long as the first is the first.
     */
    public Decision<Integer> open(long nowMillis) {
        int epoch = state.epoch() + 1;
        Draft draft = new Draft(state, nowMillis);
        draft.add(new Event.Opened(epoch, state.nextEntityId(), nowMillis));
        settling.failStarted(draft);
        return draft.decide(epoch);
    }

    // ---- entities

    /**
     * Finds the entity of an address.
     *
     * @return null if there is none
     * @throws BrokerException INVALID_DESTINATION if it is of another type or the name is not valid
     */
    public @Nullable EntityDefinition find(Address address) {
        Entity entity = entities.find(address);
        return entity == null ? null : entity.definition();
    }

    /**
     * Makes sure that the entity of an address exists.
     *
     * @throws BrokerException INVALID_DESTINATION if the name is not valid, it is of another type, is temporary and gone, or
     *     may not be created
     */
    public Decision<EntityDefinition> resolve(Address address, long nowMillis) {
        Draft draft = new Draft(state, nowMillis);
        return draft.decide(entities.resolve(draft, address));
    }

    /**
     * Creates a queue or topic with these settings, or gives it these settings. Those of a topic are also those of the
     * subscriptions that are created from then on; those of a subscription can be changed by its path, as a queue's.
     *
     * @throws BrokerException INVALID_DESTINATION as {@link #resolve}, but without regard to the policy
     */
    public Decision<EntityDefinition> define(Address address, EntitySettings settings, long nowMillis) {
        Draft draft = new Draft(state, nowMillis);
        return draft.decide(entities.define(draft, address, settings));
    }

    /**
     * Deletes a queue or topic with everything in it.
     *
     * @throws BrokerException INVALID_DESTINATION if there is none; ILLEGAL_STATE if it or a subscription has receivers
     */
    public Decision<Done> delete(Address address, long nowMillis) {
        Draft draft = new Draft(state, nowMillis);
        entities.delete(draft, address);
        return draft.decide(Done.DONE);
    }

    /**
     * Deletes messages that are ready or scheduled, oldest first.
     *
     * @param maxMessages at most so many at a time
     * @return how many
     */
    public Decision<Integer> purge(Address address, int maxMessages, long nowMillis) {
        Draft draft = new Draft(state, nowMillis);
        return draft.decide(entities.purge(draft, address, maxMessages));
    }

    /**
     * Creates a temporary queue or topic.
     *
     * @param linkId its owner
     * @param name unique for ever
     */
    public Decision<EntityDefinition> createTemporary(EntityType type, String linkId, String name, long nowMillis) {
        Draft draft = new Draft(state, nowMillis);
        return draft.decide(entities.createTemporary(draft, type, linkId, name));
    }

    /**
     * Deletes a temporary queue or topic.
     *
     * @throws BrokerException INVALID_DESTINATION if it is not this link's; ILLEGAL_STATE if it has receivers
     */
    public Decision<Done> deleteTemporary(Address address, String linkId, long nowMillis) {
        Draft draft = new Draft(state, nowMillis);
        entities.deleteTemporary(draft, address, linkId);
        return draft.decide(Done.DONE);
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
        Draft draft = new Draft(state, nowMillis);
        return draft.decide(sending.send(draft, command, 0, null));
    }

    /**
     * Carries out a transaction as a whole.
     *
     * @throws BrokerException TRANSACTION_ROLLED_BACK if a lock was lost; else as {@link #send}
     */
    public Decision<Done> commit(CommitCommand command, long nowMillis) {
        Draft draft = new Draft(state, nowMillis);
        transactions.commit(draft, command);
        return draft.decide(Done.DONE);
    }

    // ---- branches of distributed transactions

    /**
     * Prepares a branch: the locks of what it settles pass to it, its sends are kept.
     *
     * @return the events that its commit would have now, to see whether they fit into a record; empty if the call repeats one
     * @throws BrokerException ILLEGAL_STATE if there is a branch of this name; else as {@link #commit}
     */
    public Decision<List<Event>> prepare(BranchId branch, CommitCommand command, long nowMillis) {
        Draft draft = new Draft(state, nowMillis);
        return draft.decide(branches.prepare(draft, branch, command));
    }

    /**
     * A prepared branch.
     *
     * @throws BrokerException NO_SUCH_BRANCH
     */
    public PreparedBranch preparedBranch(BranchId id) {
        return describe(branches.existing(id));
    }

    /** All prepared branches, the earliest first. */
    public List<BranchId> preparedBranches() {
        return state.branches().all().stream()
                .map(branch -> branch.prepared.branch())
                .toList();
    }

    private static PreparedBranch describe(Branch branch) {
        return new PreparedBranch(
                branch.prepared.branch(), branch.prepared.origin(), branch.prepared.destinations(), branch.contents());
    }

    /**
     * Carries out a prepared branch. Refuses nothing: destinations that are gone are created again, limits do not count.
     *
     * @param sends what it sends, made of the contents of {@link #preparedBranch}
     * @return destinations that are not possible any more (temporary and gone, now of another type); what was sent there is
     *     lost
     * @throws BrokerException NO_SUCH_BRANCH
     */
    public Decision<List<Address>> commitBranch(BranchId id, List<SendCommand> sends, long nowMillis) {
        Draft draft = new Draft(state, nowMillis);
        return draft.decide(branches.commit(draft, id, sends));
    }

    /**
     * Rolls a prepared branch back: what it would settle counts as handed over and not processed.
     *
     * @throws BrokerException NO_SUCH_BRANCH
     */
    public Decision<Done> rollbackBranch(BranchId id, long nowMillis) {
        Draft draft = new Draft(state, nowMillis);
        branches.rollback(draft, id);
        return draft.decide(Done.DONE);
    }

    // ---- receive

    /**
     * Opens a receiver, creating or replacing its subscription by the rules of Jakarta Messaging 3.1 section 4.2.
     *
     * @return the queue or subscription it receives from
     * @throws BrokerException INVALID_DESTINATION, INVALID_SELECTOR, or ILLEGAL_STATE for the rules of subscriptions
     */
    public Decision<EntityDefinition> openReceiver(ReceiverRequest request, long nowMillis) {
        Draft draft = new Draft(state, nowMillis);
        return draft.decide(subscriptions.open(draft, request));
    }

    /**
     * Closes a receiver; what it has not handed over is released, what it has stays locked by its link. Does nothing if
     * there is none.
     */
    public Decision<Done> closeReceiver(long receiverKey, long nowMillis) {
        Draft draft = new Draft(state, nowMillis);
        subscriptions.close(draft, receiverKey);
        return draft.decide(Done.DONE);
    }

    /**
     * Deletes a durable subscription.
     *
     * @throws BrokerException INVALID_DESTINATION if it does not exist, ILLEGAL_STATE if it has receivers or locked
     *     messages
     */
    public Decision<Done> unsubscribe(SubscriptionId subscription, long nowMillis) {
        Draft draft = new Draft(state, nowMillis);
        subscriptions.unsubscribe(draft, subscription);
        return draft.decide(Done.DONE);
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
        Draft draft = new Draft(state, nowMillis);
        return draft.decide(receiving.receive(draft, receiverKey, maxMessages, maxBytes, durableRecord));
    }

    /**
     * Reads a page of a queue without locking; creates nothing.
     *
     * @throws BrokerException INVALID_DESTINATION, INVALID_SELECTOR
     */
    public Browsed browse(Browse request, String linkId, long durableRecord, long nowMillis) {
        return browsing.browse(request, linkId, durableRecord, nowMillis);
    }

    // ---- settle

    /** Settles messages; those whose lock is not held any more are named in the reply and left alone. */
    public Decision<SettleResult> settle(List<Settlement> settlements, String linkId, long nowMillis) {
        Draft draft = new Draft(state, nowMillis);
        return draft.decide(settling.settle(draft, settlements, linkId));
    }

    /**
     * Dead-letters a message whose content cannot be read, with the reason {@code BodyDamaged}; no delivery is counted.
     *
     * @param lockToken the lock under which it was to be delivered; 0 if it is not locked
     * @param description what is damaged, and where
     * @return whether it was; not if the lock is not held any more, or if it is in a dead-letter subqueue already
     */
    public Decision<Boolean> damaged(
            int entityId, long sequenceNumber, long lockToken, String description, long nowMillis) {
        Draft draft = new Draft(state, nowMillis);
        return draft.decide(settling.damaged(draft, entityId, sequenceNumber, lockToken, description));
    }

    /** Notes that the application is given this message; nothing if the lock is not held any more. */
    public Decision<Done> handedOver(long lockToken, String linkId, long nowMillis) {
        Draft draft = new Draft(state, nowMillis);
        settling.handedOver(draft, lockToken, linkId);
        return draft.decide(Done.DONE);
    }

    /** When {@link #startDeliveries} has something to do; {@link Long#MAX_VALUE} for never. */
    public long nextStartMillis() {
        return state.handOvers().nextDueMillis();
    }

    /**
     * Writes down which durable messages were handed over {@value HandOvers#WRITTEN_AFTER_MILLIS} ms ago or longer and are
     * not settled, so that the hand-over counts even if the broker dies. Nobody needs to wait for it, and a broker that
     * cannot do it loses nothing but that count. A bounded piece of work; to be repeated while {@link #nextStartMillis} is
     * not in the future.
     */
    public Decision<Done> startDeliveries(long nowMillis) {
        Draft draft = new Draft(state, nowMillis);
        settling.startDeliveries(draft);
        return draft.decide(Done.DONE);
    }

    /**
     * Renews a lock of an entity with strict lock duration.
     *
     * @return until when it holds; {@link Long#MAX_VALUE} if it holds as long as the link
     * @throws BrokerException LOCK_LOST
     */
    public Decision<Long> renew(long lockToken, String linkId, long nowMillis) {
        Draft draft = new Draft(state, nowMillis);
        return draft.decide(settling.renew(draft, lockToken, linkId));
    }

    /**
     * Ends a link: its receivers close, what was handed over counts as failed, other locked messages are released, its
     * temporary entities are deleted.
     */
    public Decision<Done> releaseLink(String linkId, long nowMillis) {
        Draft draft = new Draft(state, nowMillis);
        subscriptions.release(draft, state.link(linkId));
        return draft.decide(Done.DONE);
    }

    // ---- time

    /** When {@link #tick} has something to do; {@link Long#MAX_VALUE} for never. */
    public long nextDueMillis() {
        return state.dues().nextDueMillis();
    }

    /**
     * Does what is due: expiry, end of strict locks, scheduled messages, forgetting. A bounded piece of work; to be repeated
     * while {@link #nextDueMillis} is not in the future.
     */
    public Decision<Done> tick(long nowMillis) {
        Draft draft = new Draft(state, nowMillis);
        dues.tick(draft);
        return draft.decide(Done.DONE);
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
        return cleaning.survivor(event, record);
    }

    /**
     * The message, appended again as {@link #survivor} says, of which an old record is a part: whose body is too large for
     * one record. Only parts in records that are to be deleted need to be copied; the new {@link ContentRef#parts} name old
     * and new ones.
     *
     * @param partRecord an old record that is live
     * @return null if nothing needs it, or if it is not a part
     */
    public @Nullable Survivor survivorOfPart(long partRecord) {
        return cleaning.survivorOfPart(partRecord);
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
        cleaning.relocated(survivors, contents, record);
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
        return cleaning.remembered(upToRecord, maxEntries);
    }

    // ---- what there is

    /** Where the content of a message is now; null if the message is not there any more. */
    public @Nullable ContentRef contentOf(int entityId, long sequenceNumber) {
        Entity entity = state.entity(entityId);
        QueuedMessage message = entity == null ? null : entity.find(sequenceNumber);
        return message == null ? null : message.content.ref();
    }

    /** One entity, or null. */
    public @Nullable EntityStatus status(int entityId) {
        Entity entity = state.entity(entityId);
        return entity == null || !entity.isDefined() ? null : entity.status();
    }

    /** All entities, by path. */
    public List<EntityStatus> statuses() {
        return state.entities().stream()
                .filter(Entity::isDefined)
                .map(Entity::status)
                .sorted(Comparator.comparing(status -> status.definition().path()))
                .toList();
    }
}
