package io.angarium.protocol;

/** Takes the deliveries of one receiver, in order, one at a time, from a thread of the broker or of the network. */
@FunctionalInterface
public interface DeliveryListener {
    /** Takes one delivery; must return at once and not call back into application code. */
    void delivered(Delivery delivery);
}
