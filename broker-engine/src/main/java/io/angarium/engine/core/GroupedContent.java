package io.angarium.engine.core;

/** The content of a message of a group: 8 bytes more than one without. */
final class GroupedContent extends Content {
    private final long group;
    private final boolean endsGroup;

    GroupedContent(MessageInfo info, ContentRef ref) {
        super(info, ref);
        group = info.group();
        endsGroup = info.endsGroup();
    }

    @Override
    long group() {
        return group;
    }

    @Override
    boolean endsGroup() {
        return endsGroup;
    }
}
