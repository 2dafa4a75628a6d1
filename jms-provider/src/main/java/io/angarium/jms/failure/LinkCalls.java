package io.angarium.jms.failure;

import static java.util.Objects.requireNonNull;

import io.angarium.protocol.BrokerException;
import io.angarium.protocol.Printable;
import jakarta.jms.JMSException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Waits for answers of the link, never without bound, and throws what went wrong as {@link JMSException}. Immutable.
 *
 * @param requestTimeoutMillis how long an answer may take
 * @param sendTimeoutMillis how long the answer to a send or commit may take, waiting for space in the store included
 */
public record LinkCalls(long requestTimeoutMillis, long sendTimeoutMillis) {

    /** Waits for the answer to a request; {@code operation} names it in the error. */
    public <T> T await(CompletableFuture<T> answer, String operation) throws JMSException {
        return await(answer, operation, requestTimeoutMillis, "requestTimeout");
    }

    /** Waits for the answer to a send or a commit. */
    public <T> T awaitSend(CompletableFuture<T> answer, String operation) throws JMSException {
        return await(answer, operation, sendTimeoutMillis, "sendTimeout");
    }

    /**
     * Waits as {@link #await} does but finishes its wait when the thread is interrupted and leaves the flag set: for what
     * has to be done to the end, such as closing.
     */
    public <T> T awaitToTheEnd(CompletableFuture<T> answer, String operation) throws JMSException {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    return answer.get(requestTimeoutMillis, TimeUnit.MILLISECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    throw failure(e, operation);
                } catch (TimeoutException e) {
                    throw noAnswer(operation, requestTimeoutMillis, "requestTimeout", e);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** The exception for a future that failed. */
    public static JMSException failure(Throwable thrown, String operation) {
        Throwable cause = thrown;
        while ((cause instanceof ExecutionException || cause instanceof CompletionException)
                && cause.getCause() != null) {
            cause = requireNonNull(cause.getCause(), "checked above");
        }
        if (cause instanceof BrokerException refusal) {
            return JmsErrors.of(refusal);
        }
        return JmsErrors.of(operation + " failed: " + cause, cause);
    }

    /** The exception for an answer that did not come. */
    public static JMSException noAnswer(String operation, long timeoutMillis, String option, Throwable cause) {
        JMSException error = new JMSException(
                Printable.of(operation) + " had no answer within " + timeoutMillis + " ms (option " + option
                        + "); whether it was carried out is not known",
                "TIMEOUT");
        return JmsErrors.withCause(error, cause);
    }

    private static <T> T await(CompletableFuture<T> answer, String operation, long timeoutMillis, String option)
            throws JMSException {
        try {
            return answer.get(timeoutMillis, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw failure(e, operation);
        } catch (TimeoutException e) {
            throw noAnswer(operation, timeoutMillis, option, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw JmsErrors.of(
                    operation + ": the thread was interrupted while waiting; whether it was carried out is not known",
                    e);
        }
    }
}
