package io.angarium.wire.frame;

import io.angarium.protocol.Address;
import io.angarium.protocol.BranchId;
import io.angarium.protocol.Browse;
import io.angarium.protocol.BrowsePage;
import io.angarium.protocol.Commit;
import io.angarium.protocol.Delivery;
import io.angarium.protocol.EntityType;
import io.angarium.protocol.ErrorReason;
import io.angarium.protocol.OpenReceiver;
import io.angarium.protocol.Send;
import io.angarium.protocol.SendResult;
import io.angarium.protocol.SettleResult;
import io.angarium.protocol.Settlement;
import io.angarium.protocol.SubscriptionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What travels between a client and a broker: records of the protocol with what the way over a network adds. */
public sealed interface Frame {
    /** Says what a connection is for; the first frame of each side, and of no other time. */
    sealed interface Handshake extends Frame {}

    /** About the connection itself; not counted, and lost with it. */
    sealed interface Control extends Frame {}

    /**
     * Part of a link, which outlives its connections: both sides count these frames, and after a connection was lost each
     * sends again what the other one has not received.
     */
    sealed interface Counted extends Frame {}

    /** From the client. */
    sealed interface Request extends Counted {}

    /** From the broker. */
    sealed interface Answer extends Counted {}

    /** The answer to a request. */
    sealed interface Reply extends Answer {
        /** Number of the request among the client's counted frames, from 1. */
        long request();
    }

    // ---- handshake

    /**
     * The client opens a link, or goes on with one.
     *
     * @param user user name, or null for anonymous
     * @param password password, or null
     * @param resume the link to go on with, or null for a new one
     * @param clientVersion version of the client, for the broker's log
     */
    record Open(
            @Nullable String user,
            @Nullable String password,
            @Nullable Resume resume,
            String clientVersion) implements Handshake {
        /** Never shows the password. */
        @Override
        public String toString() {
            return "Open[" + user + ", " + resume + "]";
        }
    }

    /**
     * Names a link of a lost connection.
     *
     * @param linkId the link
     * @param key what only this client knows
     * @param received how many counted frames the client has received on it
     */
    record Resume(String linkId, long key, long received) {
        /** Never shows the key. */
        @Override
        public String toString() {
            return linkId + " from " + received;
        }
    }

    /**
     * The broker has accepted.
     *
     * @param linkId the link; the one that was asked for if it could be resumed
     * @param key to resume it with
     * @param resumed whether this is the link that the client asked for
     * @param received how many counted frames the broker has received on it
     * @param brokerName name of the broker
     * @param brokerVersion version of the broker
     * @param maxMessageBytes largest message, head and body
     * @param windowBytes how much the client may have sent without an answer
     * @param heartbeatMillis who has sent nothing for so long sends a {@link Ping}; who has heard nothing for three times as
     *     long closes the connection
     * @param nowMillis the broker's clock
     */
    record Opened(
            String linkId,
            long key,
            boolean resumed,
            long received,
            String brokerName,
            String brokerVersion,
            long maxMessageBytes,
            long windowBytes,
            int heartbeatMillis,
            long nowMillis)
            implements Handshake {
        /** Never shows the key. */
        @Override
        public String toString() {
            return "Opened[" + linkId + ", resumed " + resumed + ", received " + received + "]";
        }
    }

    /** The broker has not accepted, and closes the connection. */
    record Refused(ErrorReason reason, String text) implements Handshake {}

    // ---- control

    /** How many counted frames have been received on the link: the other side need not keep them any more. */
    record Received(long count) implements Control {}

    /** Asks for a {@link Pong}. */
    record Ping(long number) implements Control {}

    /** The answer to a {@link Ping}, with the sender's clock. */
    record Pong(long number, long nowMillis) implements Control {}

    // ---- requests; see the methods of BrokerLink

    /** {@link io.angarium.protocol.BrokerLink#identify}. */
    record Identify(String clientId) implements Request {}

    /** {@link io.angarium.protocol.BrokerLink#resolve}. */
    record Resolve(Address address) implements Request {}

    /** {@link io.angarium.protocol.BrokerLink#createTemporary}. */
    record CreateTemporary(EntityType type) implements Request {}

    /** {@link io.angarium.protocol.BrokerLink#deleteTemporary}. */
    record DeleteTemporary(Address address) implements Request {}

    /** {@link io.angarium.protocol.BrokerLink#send}. */
    record SendMessage(Send send) implements Request {}

    /** {@link io.angarium.protocol.BrokerLink#openReceiver}. */
    record Attach(OpenReceiver receiver) implements Request {}

    /** {@link io.angarium.protocol.BrokerLink#credit}; not answered. */
    record Credit(long receiverId, int messages) implements Request {}

    /** {@link io.angarium.protocol.BrokerLink#drain}. */
    record Drain(long receiverId) implements Request {}

    /** {@link io.angarium.protocol.BrokerLink#closeReceiver}. */
    record Detach(long receiverId) implements Request {}

    /** {@link io.angarium.protocol.BrokerLink#handedOver}; not answered. */
    record HandedOver(long lockToken) implements Request {}

    /** {@link io.angarium.protocol.BrokerLink#settle}. */
    record Settle(List<Settlement> settlements) implements Request {
        public Settle {
            settlements = List.copyOf(settlements);
        }
    }

    /** {@link io.angarium.protocol.BrokerLink#commit}. */
    record CommitWork(Commit commit) implements Request {}

    /** {@link io.angarium.protocol.BrokerLink#prepare}. */
    record PrepareBranch(BranchId branch, Commit commit) implements Request {}

    /** {@link io.angarium.protocol.BrokerLink#finish}. */
    record FinishBranch(BranchId branch, boolean commit) implements Request {}

    /** {@link io.angarium.protocol.BrokerLink#preparedBranches}. */
    record ListBranches() implements Request {}

    /** {@link io.angarium.protocol.BrokerLink#browse}. */
    record BrowseQueue(Browse browse) implements Request {}

    /** {@link io.angarium.protocol.BrokerLink#unsubscribe}. */
    record Unsubscribe(SubscriptionId subscription) implements Request {}

    /** {@link io.angarium.protocol.BrokerLink#close}; the last frame of a client, answered with {@link Done}. */
    record Close() implements Request {}

    // ---- answers

    /** A request without result is done. */
    record Done(long request) implements Reply {}

    /** A request was refused. */
    record Failed(long request, ErrorReason reason, String text) implements Reply {}

    /** Result of {@link CreateTemporary}. */
    record Created(long request, Address address) implements Reply {}

    /** Result of {@link SendMessage}. */
    record Sent(long request, SendResult result) implements Reply {}

    /** Result of {@link Settle}. */
    record Settled(long request, SettleResult result) implements Reply {}

    /** Result of {@link BrowseQueue}. */
    record Page(long request, BrowsePage page) implements Reply {}

    /** Result of {@link ListBranches}. */
    record Branches(long request, List<BranchId> branches) implements Reply {
        public Branches {
            branches = List.copyOf(branches);
        }
    }

    /** A message for a receiver. */
    record Deliver(long receiverId, Delivery delivery) implements Answer {}

    /** The broker has ended the link; its last frame. */
    record Ended(ErrorReason reason, String text) implements Answer {}
}
