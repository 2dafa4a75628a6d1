package io.angarium.protocol;

/** Why the broker refused a request; each has one matching exception class in the JMS provider. */
public enum ErrorReason {
    /** The destination does not exist, may not be created, is of another type or has an invalid name. */
    INVALID_DESTINATION,
    /** The selector does not follow Jakarta Messaging 3.1 section 3.8. */
    INVALID_SELECTOR,
    /** The client identifier is in use, is set already, or is not valid. */
    INVALID_CLIENT_ID,
    /** A subscription is active, or is not of the kind that the request says; an entity is in use. */
    ILLEGAL_STATE,
    /** The user is not known, or may not do this. */
    SECURITY,
    /** A limit of the store, of an entity or of the message size is reached, or the disk is full. */
    RESOURCE_ALLOCATION,
    /** The lock that the request names has expired or has been taken back; somebody else may have the message. */
    LOCK_LOST,
    /** The transaction was rolled back as a whole. */
    TRANSACTION_ROLLED_BACK,
    /** No branch of a distributed transaction with this name is prepared. */
    NO_SUCH_BRANCH,
    /** The store failed (I/O error) and takes no more writes until the broker has been opened again. */
    STORE_FAILED,
    /** The store cannot be opened: corrupt, foreign, of another version, in use, or not accessible. */
    STORE_UNUSABLE,
    /** The connection URI, a setting or the JVM's flags do not fit. */
    CONFIGURATION,
    /** The link is closed. */
    CLOSED,
    /** No answer within the time that was allowed. */
    TIMEOUT
}
