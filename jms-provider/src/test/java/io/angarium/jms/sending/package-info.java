@NullMarked
package io.angarium.jms.sending;

import org.jspecify.annotations.NullMarked;
