package io.angarium.protocol;

/**
 * Opens a receiver. It gets nothing before it has credit.
 *
 * @param receiverId chosen by the client, unique within its link
 * @param source queue or subscription
 * @param mode lock, or delete at delivery
 */
public record OpenReceiver(long receiverId, Source source, ReceiveMode mode) {}
