package io.angarium.tck.conformance;

import static java.util.Objects.requireNonNull;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Destination;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueConnectionFactory;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import jakarta.jms.TopicConnectionFactory;
import jakarta.jms.XAConnectionFactory;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/** What a test has of the provider: destinations that no other test uses, and connections that end with the test. */
final class Jms {
    /** How long a message that has to come may take: long, for machines with other things to do. */
    static final long PATIENCE_MILLIS = Long.getLong("conformance.patienceMillis", 30_000);

    /** How long a test waits to see that nothing comes. */
    static final long QUIET_MILLIS = 80;

    private static final long ON_ITS_WAY_MILLIS = 40;

    private final RunningProvider running;
    private final List<Connection> connections = new ArrayList<>();
    private final List<JMSContext> contexts = new ArrayList<>();

    Jms(RunningProvider running) {
        this.running = running;
    }

    ProviderUnderTest provider() {
        return running.provider();
    }

    ConnectionFactory factory() {
        return lookup(ProviderUnderTest.FACTORY, ConnectionFactory.class);
    }

    ConnectionFactory factoryWithClientId() {
        return lookup(ProviderUnderTest.FACTORY_WITH_CLIENT_ID, ConnectionFactory.class);
    }

    QueueConnectionFactory queueFactory() {
        return lookup(ProviderUnderTest.FACTORY, QueueConnectionFactory.class);
    }

    TopicConnectionFactory topicFactory() {
        return lookup(ProviderUnderTest.FACTORY, TopicConnectionFactory.class);
    }

    XAConnectionFactory xaFactory() {
        return lookup(ProviderUnderTest.FACTORY_XA, XAConnectionFactory.class);
    }

    /** A queue with nothing in it. */
    Queue newQueue() {
        return queue(newName());
    }

    Queue queue(String name) {
        return lookup("dynamicQueues/" + name, Queue.class);
    }

    /** A topic without subscriptions. */
    Topic newTopic() {
        return lookup("dynamicTopics/" + newName(), Topic.class);
    }

    /** A name that nothing has: of a subscription, a client identifier, a destination. */
    static String newName() {
        return "c" + UUID.randomUUID().toString().replace("-", "");
    }

    /** A connection that is not started. */
    Connection connection() throws JMSException {
        return kept(factory().createConnection());
    }

    Connection started() throws JMSException {
        Connection connection = connection();
        connection.start();
        return connection;
    }

    Connection startedWithClientId(String clientId) throws JMSException {
        Connection connection = connection();
        connection.setClientID(clientId);
        connection.start();
        return connection;
    }

    /** A connection that is closed when the test ends, if it is not before. */
    <C extends Connection> C kept(C connection) {
        connections.add(connection);
        return connection;
    }

    /** A context that is closed when the test ends, if it is not before. */
    <C extends JMSContext> C kept(C context) {
        contexts.add(context);
        return context;
    }

    JMSContext context(int mode) {
        JMSContext context = factory().createContext(mode);
        contexts.add(context);
        return context;
    }

    JMSContext context() {
        return context(JMSContext.AUTO_ACKNOWLEDGE);
    }

    /** Sends text messages from a connection of its own. */
    void send(Destination to, String... texts) throws JMSException {
        try (Connection connection = factory().createConnection()) {
            Session session = connection.createSession();
            send(session, to, texts);
        }
    }

    static void send(Session session, Destination to, String... texts) throws JMSException {
        try (MessageProducer producer = session.createProducer(to)) {
            for (String text : texts) {
                producer.send(session.createTextMessage(text));
            }
        }
    }

    /** The texts of what is in a queue and is not locked; they are consumed. */
    List<String> drain(Queue queue) throws JMSException {
        try (Connection connection = factory().createConnection();
                Session session = connection.createSession();
                MessageConsumer consumer = session.createConsumer(queue)) {
            connection.start();
            return drain(consumer);
        }
    }

    /** The texts of everything that a consumer gets without waiting longer than a message may be on its way to it. */
    static List<String> drain(MessageConsumer consumer) throws JMSException {
        List<String> texts = new ArrayList<>();
        for (Message next = consumer.receive(ON_ITS_WAY_MILLIS);
                next != null;
                next = consumer.receive(ON_ITS_WAY_MILLIS)) {
            texts.add(text(next));
        }
        return texts;
    }

    /** A message that has to come. */
    static Message receive(MessageConsumer consumer) throws JMSException {
        return requireNonNull(consumer.receive(PATIENCE_MILLIS), "a message was expected and none came");
    }

    /** The texts of that many messages that have to come. */
    static List<String> receive(MessageConsumer consumer, int count) throws JMSException {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            texts.add(text(receive(consumer)));
        }
        return texts;
    }

    static String text(@Nullable Message message) throws JMSException {
        TextMessage text = (TextMessage) requireNonNull(message, "a message was expected and none came");
        return requireNonNull(text.getText(), "a text was expected");
    }

    static int deliveryCount(Message message) throws JMSException {
        return message.getIntProperty("JMSXDeliveryCount");
    }

    /** What an enumeration of JMS, which has no element type, contains. */
    static List<String> strings(Enumeration<?> enumeration) {
        List<String> all = new ArrayList<>();
        while (enumeration.hasMoreElements()) {
            all.add(String.valueOf(enumeration.nextElement()));
        }
        return all;
    }

    /** Lets time pass, where a test is about time and the provider's clock cannot be set. */
    static void passTime(long millis) {
        try {
            if (new CountDownLatch(1).await(millis, TimeUnit.MILLISECONDS)) {
                throw new AssertionError("nobody counts it down");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    /** Runs in a thread of its own. */
    static <T extends @Nullable Object> CompletableFuture<T> async(Callable<T> call) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return call.call();
                    } catch (Exception e) {
                        throw new CompletionException(e);
                    }
                },
                task -> new Thread(task, "conformance").start());
    }

    /** What a call in another thread returns. */
    static <T extends @Nullable Object> T result(Future<T> future) throws Exception {
        return future.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Waits for what another thread has to do. */
    static void await(CountDownLatch latch) {
        try {
            if (!latch.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
                throw new AssertionError("what was waited for did not happen");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    /** Ends the broker and starts it again; every connection is gone. */
    void restartProvider() throws Exception {
        closeEverything();
        running.restart();
    }

    /** Ends the broker and starts it again, under the feet of its connections. */
    void replaceBroker() throws Exception {
        running.restart();
    }

    void closeEverything() throws JMSException {
        for (JMSContext context : contexts) {
            context.close();
        }
        contexts.clear();
        for (Connection connection : connections) {
            connection.close();
        }
        connections.clear();
    }

    @SuppressWarnings("BanJNDI") // names of this suite only
    private <T> T lookup(String name, Class<T> type) {
        try {
            return type.cast(provider().context().lookup(name));
        } catch (NamingException e) {
            throw new AssertionError("the provider has no " + name, e);
        }
    }
}
