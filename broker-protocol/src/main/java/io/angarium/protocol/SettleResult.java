package io.angarium.protocol;

import java.util.List;

/**
 * The answer to settlements outside a transaction: all were carried out but those in {@code lost}.
 *
 * @param lost locks that were not held any more, with a text that says since when and why
 */
public record SettleResult(List<LostLock> lost) {
    /** Nothing was lost. */
    public static final SettleResult ALL = new SettleResult(List.of());

    public SettleResult {
        lost = List.copyOf(lost);
    }

    /** One lock that was not held any more. */
    public record LostLock(long lockToken, String description) {}
}
