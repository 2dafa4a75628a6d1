package io.angarium.tck;

/** When the broker is replaced by an empty one between tests. */
enum Reset {
    /** After each test. */
    each,
    /** After a test that failed. */
    failed,
    /** Never: one broker for all tests of a shard. */
    none
}
