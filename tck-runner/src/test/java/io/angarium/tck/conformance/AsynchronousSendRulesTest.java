package io.angarium.tck.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Sends with a completion listener: order, threads, what waits for them, and what they may not do. */
@ConformanceTest
class AsynchronousSendRulesTest {
    /** Notes what it is told, and does something with each message. */
    private static final class Recorder implements CompletionListener {
        private final List<String> told = new CopyOnWriteArrayList<>();
        private final List<Throwable> failures = new CopyOnWriteArrayList<>();
        private final CountDownLatch expected;
        private final Body body;

        private interface Body {
            void take(Message message) throws Exception;
        }

        Recorder(int expectedCalls, Body body) {
            expected = new CountDownLatch(expectedCalls);
            this.body = body;
        }

        @Override
        public void onCompletion(Message message) {
            try {
                body.take(message);
                told.add(Jms.text(message));
            } catch (Exception | AssertionError e) {
                failures.add(e);
            }
            expected.countDown();
        }

        @Override
        public void onException(Message message, Exception exception) {
            failures.add(exception);
            expected.countDown();
        }

        void await() {
            Jms.await(expected);
            assertThat(failures).isEmpty();
        }
    }

    @Test
    @Section({"7.3.3", "7.3.8"})
    void callbacksComeOneByOneInTheOrderOfTheSendsAndSoDoTheMessages(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Session session = jms.connection().createSession();
        MessageProducer producer = session.createProducer(queue);
        AtomicInteger running = new AtomicInteger();
        Recorder recorder = new Recorder(50, message -> {
            assertThat(running.incrementAndGet()).isEqualTo(1);
            running.decrementAndGet();
        });
        List<String> sent = IntStream.range(0, 50).mapToObj(i -> "m" + i).toList();

        for (String text : sent) {
            producer.send(session.createTextMessage(text), recorder);
        }

        recorder.await();
        assertThat(recorder.told).isEqualTo(sent);
        assertThat(jms.drain(queue)).isEqualTo(sent);
    }

    @Test
    @Section("7.3.8")
    void theCallbackIsMadeByAnotherThreadThanTheSend(Jms jms) throws JMSException {
        Session session = jms.connection().createSession();
        Thread caller = Thread.currentThread();
        Recorder recorder =
                new Recorder(1, message -> assertThat(Thread.currentThread()).isNotSameAs(caller));

        session.createProducer(jms.newQueue()).send(session.createTextMessage("text"), recorder);

        recorder.await();
    }

    @Test
    @Section("7.3.6")
    void theHeaderFieldsOfTheSendAreThereInTheCallback(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Session session = jms.connection().createSession();
        MessageProducer producer = session.createProducer(queue);
        producer.setPriority(7);
        Recorder recorder = new Recorder(1, message -> {
            assertThat(message.getJMSMessageID()).startsWith("ID:");
            assertThat(message.getJMSDestination()).isEqualTo(queue);
            assertThat(message.getJMSPriority()).isEqualTo(7);
            assertThat(message.getJMSTimestamp()).isPositive();
        });

        producer.send(session.createTextMessage("text"), recorder);

        recorder.await();
    }

    @Test
    @Section("7.3.4")
    void closingTheProducerTheSessionOrTheConnectionWaitsForTheCallbacks(Jms jms) throws Exception {
        for (int what = 0; what < 3; what++) {
            Connection connection = jms.connection();
            Session session = connection.createSession();
            MessageProducer producer = session.createProducer(jms.newQueue());
            List<AutoCloseable> closeables = List.of(producer, session, connection);
            CountDownLatch mayReturn = new CountDownLatch(1);
            Recorder recorder = new Recorder(1, message -> Jms.await(mayReturn));
            producer.send(session.createTextMessage("text"), recorder);
            int closed = what;

            CompletableFuture<@Nullable Object> closing = Jms.async(() -> {
                closeables.get(closed).close();
                return null;
            });
            Jms.passTime(Jms.QUIET_MILLIS);
            boolean closedTooEarly = closing.isDone();
            mayReturn.countDown();
            Jms.result(closing);

            assertThat(closedTooEarly).as("close %s", what).isFalse();
            recorder.await();
        }
    }

    @Test
    @Section("7.3.4")
    void commitWaitsForTheCallbacksOfItsTransaction(Jms jms) throws Exception {
        Queue queue = jms.newQueue();
        Session session = jms.connection().createSession(Session.SESSION_TRANSACTED);
        CountDownLatch mayReturn = new CountDownLatch(1);
        Recorder recorder = new Recorder(1, message -> Jms.await(mayReturn));
        session.createProducer(queue).send(session.createTextMessage("text"), recorder);

        CompletableFuture<@Nullable Object> committing = Jms.async(() -> {
            session.commit();
            return null;
        });
        Jms.passTime(Jms.QUIET_MILLIS);
        boolean committedTooEarly = committing.isDone();
        mayReturn.countDown();
        Jms.result(committing);

        assertThat(committedTooEarly).isFalse();
        assertThat(jms.drain(queue)).containsExactly("text");
    }

    @Test
    @Section("7.3.4")
    void aSendThatWasRolledBackIsToldAndNotDelivered(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Session session = jms.connection().createSession(Session.SESSION_TRANSACTED);
        Recorder recorder = new Recorder(1, message -> {});
        session.createProducer(queue).send(session.createTextMessage("text"), recorder);

        session.rollback();

        assertThat(recorder.told).as("rollback has waited").containsExactly("text");
        assertThat(jms.drain(queue)).isEmpty();
    }

    @Test
    @Section("7.3.4")
    void aCallbackMayNeitherCloseNorEndTheTransactionThatItBelongsTo(Jms jms) throws JMSException {
        Connection connection = jms.connection();
        Session session = connection.createSession(Session.SESSION_TRANSACTED);
        MessageProducer producer = session.createProducer(jms.newQueue());
        List<Class<?>> thrown = new ArrayList<>();
        Recorder recorder = new Recorder(1, message -> {
            for (AutoCloseable call :
                    List.<AutoCloseable>of(producer, session, connection, session::commit, session::rollback)) {
                try {
                    call.close();
                    thrown.add(Void.class);
                } catch (Exception e) {
                    thrown.add(e.getClass());
                }
            }
        });

        producer.send(session.createTextMessage("text"), recorder);
        session.commit();

        recorder.await();
        assertThat(thrown).hasSize(5).containsOnly(IllegalStateException.class);
    }

    @Test
    @Section("7.3.4")
    void aCallbackOfAContextMayNotCloseIt(Jms jms) throws JMSException {
        JMSContext context = jms.context(JMSContext.SESSION_TRANSACTED);
        List<Class<?>> thrown = new CopyOnWriteArrayList<>();
        Recorder recorder = new Recorder(1, message -> {
            for (Runnable call : List.<Runnable>of(context::close, context::commit, context::rollback)) {
                try {
                    call.run();
                    thrown.add(Void.class);
                } catch (RuntimeException e) {
                    thrown.add(e.getClass());
                }
            }
        });

        context.createProducer().setAsync(recorder).send(jms.newQueue(), "text");
        context.commit();

        recorder.await();
        assertThat(thrown).hasSize(3).containsOnly(IllegalStateRuntimeException.class);
    }

    @Test
    @Section("7.3.8")
    void oneListenerAtATimeIsCalledForAllProducersOfASession(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Session session = jms.connection().createSession();
        AtomicInteger running = new AtomicInteger();
        Recorder recorder = new Recorder(20, message -> {
            assertThat(running.incrementAndGet()).isEqualTo(1);
            running.decrementAndGet();
        });
        MessageProducer left = session.createProducer(queue);
        MessageProducer right = session.createProducer(queue);

        for (int i = 0; i < 10; i++) {
            left.send(session.createTextMessage("left" + i), recorder);
            right.send(session.createTextMessage("right" + i), recorder);
        }

        recorder.await();
        assertThat(recorder.told).hasSize(20);
    }
}
