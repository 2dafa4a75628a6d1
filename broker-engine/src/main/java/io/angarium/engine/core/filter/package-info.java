/**
 * Message selectors: parser, tree and evaluator. Depends on nothing but the JDK and the protocol's errors.
 */
@NullMarked
package io.angarium.engine.core.filter;

import org.jspecify.annotations.NullMarked;
