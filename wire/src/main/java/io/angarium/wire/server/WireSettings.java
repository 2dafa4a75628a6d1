package io.angarium.wire.server;

import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * How a broker can be reached over the network.
 *
 * @param address where to listen; port 0 for any that is free
 * @param heartbeat who has sent nothing for so long says that it is there; three of them missed end a connection
 * @param resume how long a link waits for its client after the connection was lost, before its locks are released
 * @param handshake how long a connection may take to say who it is
 * @param windowBytes how much a client may have sent without an answer
 */
public record WireSettings(
        InetSocketAddress address, Duration heartbeat, Duration resume, Duration handshake, long windowBytes) {
    /** Default port. */
    public static final int PORT = 5616;

    /** @throws IllegalArgumentException if a value is not positive, or a heartbeat is longer than an hour */
    public WireSettings {
        check(heartbeat, "heartbeat");
        check(resume, "resume");
        check(handshake, "handshake");
        if (windowBytes < 1) {
            throw new IllegalArgumentException("windowBytes is " + windowBytes + ", allowed: 1 or more");
        }
    }

    /** Defaults: heartbeat 10 s, resume 10 s, handshake 10 s, window 16 MiB. */
    public static WireSettings at(InetSocketAddress address) {
        return new WireSettings(
                address, Duration.ofSeconds(10), Duration.ofSeconds(10), Duration.ofSeconds(10), 16L << 20);
    }

    /** With another heartbeat. */
    public WireSettings withHeartbeat(Duration value) {
        return new WireSettings(address, value, resume, handshake, windowBytes);
    }

    /** With another time to resume. */
    public WireSettings withResume(Duration value) {
        return new WireSettings(address, heartbeat, value, handshake, windowBytes);
    }

    /** With another time for the handshake. */
    public WireSettings withHandshake(Duration value) {
        return new WireSettings(address, heartbeat, resume, value, windowBytes);
    }

    /** With another window. */
    public WireSettings withWindowBytes(long value) {
        return new WireSettings(address, heartbeat, resume, handshake, value);
    }

    private static void check(Duration duration, String name) {
        if (duration.toMillis() < 1 || duration.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException(name + " is " + duration + ", allowed: 1 ms to 1 h");
        }
    }
}
