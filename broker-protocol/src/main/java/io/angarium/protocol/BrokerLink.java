package io.angarium.protocol;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * One client's link to a broker, in the same JVM or over a network: what JMS calls a connection. Every operation takes
 * and returns records of this package, with the same meaning and the same errors on every kind of link.
 *
 * <p>Thread-safe. No method blocks for the disk or the network: a future completes when the operation is done and, as
 * far as it concerns persistent messages, on disk. Operations of one thread are carried out in the order of the calls.
 * Futures complete exceptionally with {@link BrokerException} only, possibly in a thread of the broker, where dependent
 * actions must be short.
 */
public interface BrokerLink extends AutoCloseable {
    /** What the broker said when the link opened. */
    LinkInfo info();

    /** The broker's clock; all times in messages are in this clock. */
    long currentTimeMillis();

    /**
     * Sets the client identifier of this link.
     *
     * @return fails with INVALID_CLIENT_ID if another link has it
     */
    CompletableFuture<Void> identify(String clientId);

    /**
     * Makes sure that a destination exists, creating it if the broker's policy allows.
     *
     * @return fails with INVALID_DESTINATION if the name is not valid, the entity is of the other type, is temporary and
     *     gone, or may not be created
     */
    CompletableFuture<Void> resolve(Address address);

    /** Creates a temporary queue or topic that lives as long as this link and from which only this link receives. */
    CompletableFuture<Address> createTemporary(EntityType type);

    /**
     * Deletes a temporary queue or topic of this link.
     *
     * @return fails with ILLEGAL_STATE if it has receivers, INVALID_DESTINATION if it is not this link's
     */
    CompletableFuture<Void> deleteTemporary(Address address);

    /**
     * Sends one message. The future completes when the message is on disk (persistent) or accepted (non-persistent). A
     * send into a full store waits for space first, and fails with RESOURCE_ALLOCATION after the broker's send time-out;
     * later sends of its producer wait behind it, whatever their destination (see {@link Send}).
     */
    CompletableFuture<SendResult> send(Send send);

    /**
     * Opens a receiver.
     *
     * @return fails with INVALID_DESTINATION, INVALID_SELECTOR, or ILLEGAL_STATE for the rules of subscriptions
     */
    CompletableFuture<Void> openReceiver(OpenReceiver request, DeliveryListener listener);

    /**
     * Lets a receiver have more messages; returns at once. Messages that are ready are delivered before this method
     * returns when the link is in the same JVM and the disk has them.
     */
    void credit(long receiverId, int messages);

    /**
     * Takes all credit of a receiver back; the future completes after the last delivery that was under way.
     */
    CompletableFuture<Void> drain(long receiverId);

    /**
     * Closes a receiver. What it has not handed over is released; what it has handed over stays locked by the link. An
     * unshared non-durable subscription ends; a shared non-durable one with its last receiver.
     */
    CompletableFuture<Void> closeReceiver(long receiverId);

    /** Says that the application is given this message now; a link that ends later counts it as a failed delivery. */
    void handedOver(long lockToken);

    /** Settles messages. The future completes when the settlement of persistent messages is on disk. */
    CompletableFuture<SettleResult> settle(List<Settlement> settlements);

    /**
     * Carries out a transaction as a whole.
     *
     * @return fails with TRANSACTION_ROLLED_BACK if a lock was lost, or as {@link #send} does; then nothing was done and
     *     the messages that it settles stay locked
     */
    CompletableFuture<Void> commit(Commit commit);

    /**
     * Prepares a branch of a distributed transaction: all that its commit needs is checked and kept, and its locks pass from
     * this link to the branch, until {@link #finish}, however often link and broker end in between. Nothing of it is visible
     * before. A repeated call with the same numbers is answered as the first was. A branch of which nothing was prepared is
     * carried out by {@link #commit}.
     *
     * @return completes when the branch is on disk; fails as {@link #commit} does, and with ILLEGAL_STATE if a branch of this
     *     name is prepared already
     */
    CompletableFuture<Void> prepare(BranchId branch, Commit commit);

    /**
     * Ends a prepared branch, whichever link prepared it.
     *
     * @param commit whether its work is carried out; else the messages that it settles are abandoned
     * @return completes when the end is on disk; fails with NO_SUCH_BRANCH if it is not prepared, or was ended before; fails
     *     with RESOURCE_ALLOCATION if the disk has no room for it, then it is still prepared and this can be repeated
     */
    CompletableFuture<Void> finish(BranchId branch, boolean commit);

    /** The branches that are prepared and not ended, of all links, the earliest first. */
    CompletableFuture<List<BranchId>> preparedBranches();

    /** Reads a page of a queue without locking; fails as {@link #openReceiver} does. */
    CompletableFuture<BrowsePage> browse(Browse browse);

    /**
     * Deletes a durable subscription.
     *
     * @return fails with INVALID_DESTINATION if it does not exist, ILLEGAL_STATE if it has receivers or messages in
     *     delivery
     */
    CompletableFuture<Void> unsubscribe(SubscriptionId subscription);

    /**
     * Ends the link: its receivers close, messages that were handed over and not settled are abandoned, others released,
     * temporary entities are deleted. Waits for what is under way; a second call does nothing.
     */
    @Override
    void close();
}
