package io.angarium.jms;

/** Which of the domain-specific APIs a connection was made for. */
enum Domain {
    /** The classic API: both queues and topics. */
    ANY,
    /** QueueConnection. */
    QUEUE,
    /** TopicConnection. */
    TOPIC
}
