/**
 * The language between clients and the broker: requests, replies, messages, entity descriptions, errors and the
 * broker link seam. Depends on nothing but the JDK.
 */
@NullMarked
package io.angarium.protocol;

import org.jspecify.annotations.NullMarked;
