/** What embedders set and see: limits and statistics, records only. Depends on the protocol and the JDK. */
@NullMarked
package io.angarium.engine.admin;

import org.jspecify.annotations.NullMarked;
