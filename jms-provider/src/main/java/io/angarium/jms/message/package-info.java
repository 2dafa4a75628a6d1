/**
 * The messages of jakarta.jms: headers, properties, the five kinds of body, and their translation to and from the
 * protocol's messages. Depends on the protocol only; the rest of the provider depends on it.
 */
@NullMarked
package io.angarium.jms.message;

import org.jspecify.annotations.NullMarked;
