package io.angarium.tck.conformance;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.angarium.tck.conformance.ProviderUnderTest.Feature;
import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionConsumer;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Destination;
import jakarta.jms.ExceptionListener;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageListener;
import jakarta.jms.Queue;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueSession;
import jakarta.jms.ServerSession;
import jakarta.jms.ServerSessionPool;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import jakarta.jms.TopicConnection;
import jakarta.jms.TopicSession;
import java.io.IOException;
import java.io.Serializable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Calls every method of every interface that a provider implements, on an object of its own, with arguments that are in order:
 * a method that is missing, or that the provider does not support, shows itself by what it throws. Which interfaces there are
 * is read from the API itself.
 */
@ConformanceTest
class EveryMethodRulesTest {
    /** What applications or their servers implement, and what is no interface to call. */
    private static final Set<String> NOT_THE_PROVIDERS = Set.of(
            "CompletionListener",
            "ExceptionListener",
            "MessageListener",
            "ServerSession",
            "ServerSessionPool",
            "DeliveryMode");

    /** A pool that nobody asks for a session, as nothing comes. */
    private record NoPool() implements ServerSessionPool {
        @Override
        public ServerSession getServerSession() {
            throw new UnsupportedOperationException("nothing was sent");
        }
    }

    private record Ignoring() implements CompletionListener {
        @Override
        public void onCompletion(Message message) {}

        @Override
        public void onException(Message message, Exception exception) {}
    }

    private static List<Class<?>> interfaces() throws IOException, ReflectiveOperationException {
        URI api = URI.create(requireNonNull(Message.class.getResource("Message.class"), "the API is on the class path")
                .toString());
        String jar = api.toString().replaceFirst("!.*", "");
        List<Class<?>> all = new ArrayList<>();
        try (FileSystem files = FileSystems.newFileSystem(URI.create(jar), Map.of());
                Stream<Path> classes = Files.list(files.getPath("jakarta", "jms"))) {
            for (Path path : classes.toList()) {
                String name = path.getFileName().toString().replace(".class", "");
                if (path.toString().endsWith(".class") && !NOT_THE_PROVIDERS.contains(name)) {
                    Class<?> type = Class.forName("jakarta.jms." + name);
                    if (type.isInterface() && !type.isAnnotation()) {
                        all.add(type);
                    }
                }
            }
        }
        return all;
    }

    /** What a test has, for one call. */
    private static final class Stage {
        private final Jms jms;
        private final Queue queue;
        private final Topic topic;
        private final Connection connection;
        private final Session session;

        Stage(Jms jms) throws Exception {
            this.jms = jms;
            queue = jms.newQueue();
            topic = jms.newTopic();
            jms.send(queue, "text", "text");
            connection = jms.started();
            session = connection.createSession();
        }

        /** An object of the provider's. */
        Object make(Class<?> type, Method method) throws Exception {
            String name = type.getSimpleName();
            if (name.startsWith("XA")) {
                return makeXa(name);
            }
            return switch (name) {
                case "ConnectionFactory", "QueueConnectionFactory", "TopicConnectionFactory" -> jms.factory();
                case "Connection" ->
                    closing(method) ? jms.connection() : jms.kept(jms.factory().createConnection());
                case "QueueConnection" -> queueConnection();
                case "TopicConnection" -> topicConnection();
                case "ConnectionMetaData" -> connection.getMetaData();
                case "ConnectionConsumer" -> connectionConsumer();
                case "Session" -> durable(settling(method));
                case "QueueSession" -> queueSession(settling(method));
                case "TopicSession" -> topicSession(settling(method));
                case "Destination", "Queue" -> queue;
                case "Topic" -> topic;
                case "TemporaryQueue" -> session.createTemporaryQueue();
                case "TemporaryTopic" -> session.createTemporaryTopic();
                case "JMSContext", "JMSConsumer", "JMSProducer" -> simplified(name, method);
                default -> messageOrUser(name, method);
            };
        }

        private Object messageOrUser(String name, Method method) throws Exception {
            boolean bound = !Arrays.asList(method.getParameterTypes()).contains(Destination.class);
            return switch (name) {
                case "MessageProducer" -> session.createProducer(bound ? queue : null);
                case "QueueSender" ->
                    queueSession(false).createSender(bound && !takes(method, Queue.class) ? queue : null);
                case "TopicPublisher" ->
                    topicSession(false).createPublisher(bound && !takes(method, Topic.class) ? topic : null);
                case "MessageConsumer" -> session.createConsumer(queue);
                case "QueueReceiver" -> queueSession(false).createReceiver(queue);
                case "TopicSubscriber" -> subscriber();
                case "QueueBrowser" -> session.createBrowser(queue);
                case "Message" -> session.createMessage();
                case "TextMessage" -> session.createTextMessage("text");
                case "ObjectMessage" -> session.createObjectMessage("text");
                case "MapMessage" -> session.createMapMessage();
                case "StreamMessage" -> session.createStreamMessage();
                case "BytesMessage" -> session.createBytesMessage();
                default -> throw new AssertionError("nobody knows how to make a " + name);
            };
        }

        private Object makeXa(String name) throws Exception {
            return switch (name) {
                case "XAConnectionFactory", "XAQueueConnectionFactory", "XATopicConnectionFactory" -> jms.xaFactory();
                case "XAConnection", "XAQueueConnection", "XATopicConnection" ->
                    jms.kept(
                            switch (name) {
                                case "XAConnection" -> jms.xaFactory().createXAConnection();
                                case "XAQueueConnection" ->
                                    ((jakarta.jms.XAQueueConnectionFactory) jms.xaFactory()).createXAQueueConnection();
                                default ->
                                    ((jakarta.jms.XATopicConnectionFactory) jms.xaFactory()).createXATopicConnection();
                            });
                case "XASession" ->
                    jms.kept(jms.xaFactory().createXAConnection()).createXASession();
                case "XAQueueSession" ->
                    jms.kept(((jakarta.jms.XAQueueConnectionFactory) jms.xaFactory()).createXAQueueConnection())
                            .createXAQueueSession();
                case "XATopicSession" ->
                    jms.kept(((jakarta.jms.XATopicConnectionFactory) jms.xaFactory()).createXATopicConnection())
                            .createXATopicSession();
                case "XAJMSContext" -> jms.kept(jms.xaFactory().createXAContext());
                default -> throw new AssertionError("nobody knows how to make a " + name);
            };
        }

        private Object simplified(String name, Method method) throws Exception {
            int mode = settling(method) ? JMSContext.SESSION_TRANSACTED : JMSContext.AUTO_ACKNOWLEDGE;
            JMSContext context = jms.context(mode);
            if (method.getName().contains("Durable")) {
                context.setClientID(Jms.newName());
            } else if (method.getName().equals("unsubscribe")) {
                context.setClientID(Jms.newName());
                context.createDurableConsumer(topic, "name").close();
            }
            return switch (name) {
                case "JMSConsumer" -> context.createConsumer(queue);
                case "JMSProducer" -> producer(context);
                default -> context;
            };
        }

        private static JMSProducer producer(JMSContext context) {
            return context.createProducer().setProperty("name", "1");
        }

        private Session durable(boolean transacted) throws Exception {
            Connection own = jms.startedWithClientId(Jms.newName());
            own.createSession().createDurableConsumer(topic, "name").close();
            return own.createSession(transacted ? Session.SESSION_TRANSACTED : Session.AUTO_ACKNOWLEDGE);
        }

        private QueueConnection queueConnection() throws Exception {
            return jms.kept(jms.queueFactory().createQueueConnection());
        }

        private TopicConnection topicConnection() throws Exception {
            return jms.kept(jms.topicFactory().createTopicConnection());
        }

        private QueueSession queueSession(boolean transacted) throws Exception {
            QueueConnection own = queueConnection();
            own.start();
            return own.createQueueSession(transacted, Session.AUTO_ACKNOWLEDGE);
        }

        private TopicSession topicSession(boolean transacted) throws Exception {
            TopicConnection own = topicConnection();
            own.setClientID(Jms.newName());
            own.start();
            TopicSession made = own.createTopicSession(transacted, Session.AUTO_ACKNOWLEDGE);
            made.createDurableSubscriber(topic, "name").close();
            return made;
        }

        private MessageConsumer subscriber() throws Exception {
            MessageConsumer made = topicSession(false).createSubscriber(topic);
            jms.send(topic, "text");
            return made;
        }

        private ConnectionConsumer connectionConsumer() throws Exception {
            return connection.createConnectionConsumer(jms.newQueue(), null, new NoPool(), 1);
        }

        private static boolean takes(Method method, Class<?> type) {
            return Arrays.asList(method.getParameterTypes()).contains(type);
        }

        private static boolean settling(Method method) {
            return Set.of("commit", "rollback").contains(method.getName());
        }

        private static boolean closing(Method method) {
            return method.getName().equals("setClientID");
        }

        @Nullable
        Object argument(Class<?> type, Method method) throws Exception {
            if (type == int.class) {
                return method.getName().equals("setDeliveryMode") ? 2 : 1;
            }
            Map<Class<?>, Object> values = Map.ofEntries(
                    Map.entry(boolean.class, method.getName().startsWith("create") ? Boolean.FALSE : Boolean.TRUE),
                    Map.entry(byte.class, (byte) 1),
                    Map.entry(short.class, (short) 1),
                    Map.entry(char.class, 'c'),
                    Map.entry(long.class, 1L),
                    Map.entry(float.class, 1f),
                    Map.entry(double.class, 1d),
                    Map.entry(byte[].class, new byte[1]),
                    Map.entry(Object.class, "1"),
                    Map.entry(Serializable.class, "1"),
                    Map.entry(Class.class, String.class),
                    Map.entry(Map.class, Map.of("a", 1)),
                    Map.entry(Queue.class, queue),
                    Map.entry(Topic.class, topic),
                    Map.entry(Destination.class, destination(method)),
                    Map.entry(Message.class, session.createTextMessage("text")),
                    Map.entry(MessageListener.class, (MessageListener) message -> {}),
                    Map.entry(ExceptionListener.class, (ExceptionListener) exception -> {}),
                    Map.entry(CompletionListener.class, new Ignoring()),
                    Map.entry(ServerSessionPool.class, new NoPool()));
            return type == String.class ? text(method) : requireNonNull(values.get(type), type.toString());
        }

        private Destination destination(Method method) {
            return method.getName().contains("onsumer") && method.getDeclaringClass() == TopicConnection.class
                    ? topic
                    : queue;
        }
    }

    /** Where a selector is asked for it is one, and else a name or number that is one in every meaning. */
    private static @Nullable String text(Method method) {
        String name = method.getName();
        if (method.getDeclaringClass() == ConnectionFactory.class || name.startsWith("createXA")) {
            return null;
        }
        if (name.equals("createContext") || (name.startsWith("create") && name.endsWith("Connection"))) {
            return null;
        }
        return "name";
    }

    private static boolean isUnsupported(@Nullable Throwable thrown) {
        return thrown instanceof UnsupportedOperationException || thrown instanceof Error;
    }

    private static @Nullable String call(Stage stage, Class<?> type, Method method) throws Exception {
        Object object = stage.make(type, method);
        List<@Nullable Object> arguments = new ArrayList<>();
        for (Class<?> parameter : method.getParameterTypes()) {
            arguments.add(stage.argument(parameter, method));
        }
        try {
            Method own = object.getClass().getMethod(method.getName(), method.getParameterTypes());
            if (Modifier.isAbstract(own.getModifiers())) {
                return "is abstract";
            }
            method.invoke(object, arguments.toArray());
            return null;
        } catch (NoSuchMethodException e) {
            return "is missing";
        } catch (InvocationTargetException e) {
            return isUnsupported(e.getCause()) ? String.valueOf(e.getCause()) : null;
        }
    }

    @Test
    @Section("API")
    void everyMethodOfEveryInterfaceIsThereAndSupported(Jms jms) throws Exception {
        Set<String> called = new TreeSet<>();
        Set<String> failures = new TreeSet<>();
        for (Class<?> type : interfaces()) {
            if (!jms.provider().supports(Feature.XA) && type.getSimpleName().startsWith("XA")) {
                continue;
            }
            for (Method method : type.getMethods()) {
                boolean optional = method.getName().contains("ConnectionConsumer")
                        && !jms.provider().supports(Feature.CONNECTION_CONSUMERS);
                if (optional
                        || (type == ConnectionConsumer.class
                                && !jms.provider().supports(Feature.CONNECTION_CONSUMERS))) {
                    continue;
                }
                String signature =
                        type.getSimpleName() + "." + method.getName() + Arrays.toString(method.getParameterTypes());
                called.add(signature);
                String failure = call(new Stage(jms), type, method);
                if (failure != null) {
                    failures.add(signature + ": " + failure);
                }
                jms.closeEverything();
            }
        }

        assertThat(failures).isEmpty();
        assertThat(called).as("the API was found").hasSizeGreaterThan(300);
    }
}
