package io.angarium.engine.core;

import io.angarium.engine.core.Event.Hold;
import io.angarium.engine.core.Event.Prepared;
import java.util.ArrayList;
import java.util.List;

/** A prepared branch of a distributed transaction: it holds the locks of the messages that it settles. */
final class Branch {
    final Prepared prepared;
    /** Stands for the link that has the locks; it never ends before the branch does. */
    final LinkState holder;
    /** What it settles, in order; what is not durable stands last. */
    final List<Hold> holds;

    private long record;
    private List<ContentRef> contents;
    private long lastToken;

    /**
     * @param record where it is written
     * @param contents where the content of each of its sends is
     */
    Branch(Prepared prepared, long record, List<ContentRef> contents) {
        this.prepared = prepared;
        this.record = record;
        this.contents = contents;
        holder = new LinkState("of the prepared branch " + prepared.branch());
        holds = new ArrayList<>(prepared.holds());
    }

    long record() {
        return record;
    }

    List<ContentRef> contents() {
        return contents;
    }

    void moveTo(long newRecord, List<ContentRef> newContents) {
        record = newRecord;
        contents = newContents;
    }

    /** Its tokens are known to nobody; they only tell its locks apart. */
    long nextToken() {
        return ++lastToken;
    }
}
