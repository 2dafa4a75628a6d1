/** The simplified API (JMSContext, JMSProducer, JMSConsumer) on top of the classic one; knows nothing of the broker. */
@NullMarked
package io.angarium.jms.simplified;

import org.jspecify.annotations.NullMarked;
