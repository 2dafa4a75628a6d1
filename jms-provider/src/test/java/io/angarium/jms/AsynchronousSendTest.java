package io.angarium.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.angarium.protocol.BrokerException;
import io.angarium.protocol.ErrorReason;
import io.angarium.protocol.SendResult;
import jakarta.jms.CompletionListener;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageProducer;
import jakarta.jms.ResourceAllocationException;
import jakarta.jms.Session;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Asynchronous send (Jakarta Messaging 3.1 §7.3; jms-conformance 5.15). */
@Timeout(30)
class AsynchronousSendTest {
    private static final SendResult SENT = new SendResult(1, false);

    /** Notes the text of each message whose send has ended, with the class of its failure if there was one. */
    private static final class Ends implements CompletionListener {
        private final BlockingQueue<String> ends = new LinkedBlockingQueue<>();

        @Override
        public void onCompletion(Message message) {
            ends.add(text(message));
        }

        @Override
        public void onException(Message message, Exception failure) {
            ends.add(text(message) + " " + failure.getClass().getSimpleName());
        }

        String next() throws InterruptedException {
            return String.valueOf(ends.poll(20, TimeUnit.SECONDS));
        }
    }

    private static String text(Message message) {
        return io.angarium.jms.failure.RuntimeErrors.ask(() -> Scripted.text(message));
    }

    @Test
    void callbacksComeInTheOrderOfTheSendsWhateverTheOrderOfTheAnswers() throws Exception {
        try (Scripted scripted = new Scripted("")) {
            List<CompletableFuture<SendResult>> answers = List.of(new CompletableFuture<>(), new CompletableFuture<>());
            Deque<CompletableFuture<SendResult>> left = new ArrayDeque<>(answers);
            scripted.link.answerSends(left::removeFirst);
            Session session = scripted.connection.createSession();
            MessageProducer producer = session.createProducer(session.createQueue("q"));
            Ends ends = new Ends();
            producer.send(session.createTextMessage("first"), ends);
            producer.send(session.createTextMessage("second"), ends);

            answers.get(1).complete(SENT);
            answers.get(0).complete(SENT);

            assertThat(ends.next()).isEqualTo("first");
            assertThat(ends.next()).isEqualTo("second");
        }
    }

    @Test
    void aFailureGoesToTheListenerAsTheMatchingException() throws Exception {
        try (Scripted scripted = new Scripted("")) {
            scripted.link.answerSends(() -> CompletableFuture.failedFuture(
                    new BrokerException(ErrorReason.RESOURCE_ALLOCATION, "the store is full")));
            Session session = scripted.connection.createSession();
            MessageProducer producer = session.createProducer(session.createQueue("q"));
            Ends ends = new Ends();

            producer.send(session.createTextMessage("big"), ends);

            assertThat(ends.next()).isEqualTo("big " + ResourceAllocationException.class.getSimpleName());
        }
    }

    @Test
    void callbacksComeFromAnotherThreadThanTheSend() throws Exception {
        try (Scripted scripted = new Scripted("")) {
            Session session = scripted.connection.createSession();
            MessageProducer producer = session.createProducer(session.createQueue("q"));
            CompletableFuture<Thread> caller = new CompletableFuture<>();

            producer.send(session.createMessage(), new CompletionListener() {
                @Override
                public void onCompletion(Message message) {
                    caller.complete(Thread.currentThread());
                }

                @Override
                public void onException(Message message, Exception failure) {
                    caller.completeExceptionally(failure);
                }
            });

            assertThat(caller.get(20, TimeUnit.SECONDS)).isNotEqualTo(Thread.currentThread());
        }
    }

    @Test
    void anErrorThatIsThrownToTheCallerIsNotToldToTheListener() throws JMSException {
        List<String> told = new CopyOnWriteArrayList<>();
        try (Scripted scripted = new Scripted("")) {
            Session session = scripted.connection.createSession();
            MessageProducer producer = session.createProducer(session.createQueue("q"));
            CompletionListener listener = new CompletionListener() {
                @Override
                public void onCompletion(Message message) {
                    told.add("completion");
                }

                @Override
                public void onException(Message message, Exception failure) {
                    told.add("exception");
                }
            };

            assertThatThrownBy(() -> producer.send(null, listener)).isInstanceOf(MessageFormatException.class);
        }
        assertThat(told).isEmpty();
    }

    @Test
    void aNullListenerIsAnIllegalArgument() throws JMSException {
        try (Scripted scripted = new Scripted("")) {
            Session session = scripted.connection.createSession();
            MessageProducer producer = session.createProducer(session.createQueue("q"));

            assertThatThrownBy(() -> producer.send(session.createMessage(), (CompletionListener) null))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void closeWaitsForTheCallbacks() throws Exception {
        List<String> order = new CopyOnWriteArrayList<>();
        try (Scripted scripted = new Scripted("")) {
            CompletableFuture<SendResult> answer = new CompletableFuture<>();
            scripted.link.answerSends(() -> answer);
            Session session = scripted.connection.createSession();
            MessageProducer producer = session.createProducer(session.createQueue("q"));
            producer.send(session.createMessage(), new CompletionListener() {
                @Override
                public void onCompletion(Message message) {
                    order.add("callback");
                }

                @Override
                public void onException(Message message, Exception failure) {
                    order.add("failure");
                }
            });
            CompletableFuture<Boolean> answered = CompletableFuture.supplyAsync(() -> answer.complete(SENT));

            producer.close();
            assertThat(answered.get(20, TimeUnit.SECONDS)).isTrue();
            order.add("closed");
        }
        assertThat(order).containsExactly("callback", "closed");
    }

    @Test
    void closeCommitAndRollbackAreRefusedInsideACallback() throws Exception {
        try (Scripted scripted = new Scripted("")) {
            Session session = scripted.connection.createSession(Session.SESSION_TRANSACTED);
            MessageProducer producer = session.createProducer(session.createQueue("q"));
            BlockingQueue<Class<?>> refusals = new LinkedBlockingQueue<>();
            List<Call> calls = List.of(
                    producer::close, session::close, scripted.connection::close, session::commit, session::rollback);

            producer.send(session.createMessage(), new CompletionListener() {
                @Override
                public void onCompletion(Message message) {
                    calls.forEach(call -> refusals.add(failureOf(call)));
                }

                @Override
                public void onException(Message message, Exception failure) {
                    refusals.add(failure.getClass());
                }
            });

            for (Call ignored : calls) {
                assertThat(refusals.poll(20, TimeUnit.SECONDS)).isEqualTo(IllegalStateException.class);
            }
        }
    }

    private interface Call {
        void run() throws JMSException;
    }

    private static Class<?> failureOf(Call call) {
        try {
            call.run();
            return Void.class;
        } catch (JMSException e) {
            return e.getClass();
        }
    }

    @Test
    void commitWaitsForTheCallbacksOfTheTransaction() throws Exception {
        try (Scripted scripted = new Scripted("")) {
            Session session = scripted.connection.createSession(Session.SESSION_TRANSACTED);
            MessageProducer producer = session.createProducer(session.createQueue("q"));
            Ends ends = new Ends();
            producer.send(session.createTextMessage("one"), ends);

            session.commit();

            assertThat(ends.ends).containsExactly("one");
            assertThat(scripted.link.commits())
                    .singleElement()
                    .satisfies(c -> assertThat(c.sends()).hasSize(1));
        }
    }

    @Test
    void anAnswerThatDoesNotComeIsATimeOutThatNamesTheOption() throws Exception {
        try (Scripted scripted = new Scripted("requestTimeout=1ms&sendTimeout=1ms")) {
            scripted.link.answerSends(CompletableFuture::new);
            Session session = scripted.connection.createSession();
            MessageProducer producer = session.createProducer(session.createQueue("orders"));

            assertThatThrownBy(() -> producer.send(session.createMessage()))
                    .isInstanceOf(JMSException.class)
                    .hasMessageContaining("sending to orders")
                    .hasMessageContaining("sendTimeout");
        }
    }
}
