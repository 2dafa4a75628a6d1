package io.angarium.engine.core;

/** Is told by {@link NamespaceCore#apply} and {@link NamespaceCore#endReplay} what its caller must do; must be short. */
public interface StateListener {
    /**
     * Nothing in this record is needed any more: no message content, part of a body or definition of an entity. Told once
     * for each record that has contents or definitions, when the last is gone.
     *
     * @param record positive in the journal, negative in the volatile store
     */
    void recordReleased(long record);

    /** An entity may have something for its receivers that they did not get so far. */
    void ready(int entityId);
}
