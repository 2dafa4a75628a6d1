package io.angarium.jms.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.angarium.jms.AngariumConnectionFactory;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.naming.Context;
import javax.naming.InitialContext;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What an application is given by its users gets into the text of errors, on one line and no longer than makes sense. */
// JNDI and its Hashtable, and an object that is no property, are what is tested
@SuppressWarnings({"BanJNDI", "JdkObsolete", "UnnecessaryStringBuilder"})
class HostileTextTest {
    private static final String HOSTILE = "x\r\n2026 ERROR forged \u001b[31m" + "y".repeat(10_000);

    private final TestBroker broker = new TestBroker();

    @AfterEach
    void close() {
        broker.close();
    }

    private static void add(Map<String, ThrowingCallable> calls, String name, ThrowingCallable call) {
        calls.put(name, call);
    }

    private static Context context() throws Exception {
        Hashtable<String, String> environment = new Hashtable<>();
        environment.put(Context.INITIAL_CONTEXT_FACTORY, "io.angarium.jndi.AngariumInitialContextFactory");
        return new InitialContext(environment);
    }

    @Test
    void noErrorHasControlCharactersOfItsUserOrIsLongerThanALogLineShouldBe() throws Exception {
        try (Connection connection = broker.started();
                Connection other = broker.withClientId(HOSTILE)) {
            Session session = connection.createSession();
            Message message = session.createMessage();
            Map<String, ThrowingCallable> calls = new LinkedHashMap<>();
            add(calls, "queue", () -> session.createConsumer(session.createQueue(HOSTILE)));
            add(calls, "topic", () -> session.createConsumer(session.createTopic(HOSTILE)));
            add(calls, "producer", () -> session.createProducer(session.createQueue(HOSTILE)));
            add(
                    calls,
                    "browser",
                    () -> session.createBrowser(session.createQueue(HOSTILE))
                            .getEnumeration()
                            .hasMoreElements());
            add(calls, "selector", () -> session.createConsumer(session.createQueue("q"), HOSTILE));
            add(calls, "token", () -> session.createConsumer(session.createQueue("q"), "a = \u0007" + HOSTILE));
            add(calls, "client id in use", () -> broker.connection().setClientID(HOSTILE));
            add(calls, "client id again", () -> other.setClientID("b"));
            add(calls, "unsubscribe", () -> other.createSession().unsubscribe(HOSTILE));
            add(calls, "property name", () -> message.setStringProperty(HOSTILE, ""));
            add(calls, "property value", () -> message.setObjectProperty("a", new StringBuilder(HOSTILE)));
            add(calls, "missing property", () -> message.getFloatProperty(HOSTILE));
            add(calls, "map entry", () -> session.createMapMessage().getChar(HOSTILE));
            add(calls, "URI", () -> new AngariumConnectionFactory(HOSTILE).createConnection());
            add(
                    calls,
                    "option",
                    () -> new AngariumConnectionFactory("angarium:vm:a?" + "%0a".repeat(5_000) + "=1")
                            .createConnection());
            add(
                    calls,
                    "value",
                    () -> new AngariumConnectionFactory("angarium:vm:a?journal=" + "%0a".repeat(5_000))
                            .createConnection());
            add(calls, "JNDI lookup", () -> context().lookup(HOSTILE));
            add(calls, "JNDI bind", () -> context().bind(HOSTILE, "a"));

            calls.forEach((name, call) -> {
                Throwable error = catchThrowable(call);
                assertThat(error).as(name).isNotNull();
                assertThat(String.valueOf(error.getMessage()))
                        .as(name)
                        .hasSizeLessThan(5_000)
                        .matches(text -> text.chars().noneMatch(Character::isISOControl), "no control characters");
            });
        }
    }

    @Test
    void aNameThatIsRefusedCanBeRecognised() throws JMSException {
        try (Connection connection = broker.started()) {
            Session session = connection.createSession();

            assertThat(catchThrowable(() -> session.createConsumer(session.createQueue("line\nbreak"))))
                    .hasMessageContaining("line\\u000abreak")
                    .hasMessageContaining("control character at position 4");
        }
    }
}
