package io.angarium.engine.core;

/**
 * How much of each record is still needed, for the few records that hold more than one thing (transactions, definitions);
 * a record that is not counted holds one.
 */
final class RecordCounts {
    private final LongTable<int[]> counts = new LongTable<>();
    private final StateListener listener;

    RecordCounts(StateListener listener) {
        this.listener = listener;
    }

    /** One thing more is in a record of several. */
    void add(long record) {
        int[] count = counts.get(record);
        if (count == null) {
            counts.put(record, new int[] {1});
        } else {
            count[0]++;
        }
    }

    /** One thing of a record is not needed any more. */
    void release(long record) {
        int[] count = counts.get(record);
        if (count != null && --count[0] > 0) {
            return;
        }
        counts.remove(record);
        listener.recordReleased(record);
    }

    /** A whole content is not needed any more. */
    void release(ContentRef ref) {
        for (int i = 0; i < ref.parts().size(); i++) {
            release((long) ref.parts().get(i));
        }
        release(ref.record());
    }
}
