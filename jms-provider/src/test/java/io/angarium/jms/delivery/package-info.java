@NullMarked
package io.angarium.jms.delivery;

import org.jspecify.annotations.NullMarked;
