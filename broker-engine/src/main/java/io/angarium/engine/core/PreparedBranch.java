package io.angarium.engine.core;

import io.angarium.protocol.Address;
import io.angarium.protocol.BranchId;
import java.util.List;

/**
 * A prepared branch, for whoever ends it.
 *
 * @param id its name
 * @param origin who sends its messages
 * @param destinations where each of its messages is sent to
 * @param contents where each of its messages is
 */
public record PreparedBranch(BranchId id, Origin origin, List<Address> destinations, List<ContentRef> contents) {}
