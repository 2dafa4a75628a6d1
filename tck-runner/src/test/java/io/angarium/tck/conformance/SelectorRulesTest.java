package io.angarium.tck.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import jakarta.jms.DeliveryMode;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The language of message selectors, asked of one message with the properties {@code s = 'abc'}, {@code digits = '2'},
 * {@code quote = 'it''s'}, {@code percent = '10%'}, {@code i = 2}, {@code l = 9007199254740993}, {@code d = 2.5},
 * {@code yes = true} and {@code no = false}; {@code nil} does not exist.
 */
@ConformanceTest
class SelectorRulesTest {
    private static Queue queueWithMessage(Jms jms, Session session) throws JMSException {
        Queue queue = jms.newQueue();
        TextMessage message = session.createTextMessage("text");
        message.setStringProperty("s", "abc");
        message.setStringProperty("digits", "2");
        message.setStringProperty("quote", "it's");
        message.setStringProperty("percent", "10%");
        message.setIntProperty("i", 2);
        message.setLongProperty("l", 9_007_199_254_740_993L);
        message.setDoubleProperty("d", 2.5);
        message.setBooleanProperty("yes", true);
        message.setBooleanProperty("no", false);
        message.setJMSType("type");
        message.setJMSCorrelationID("id 1");
        MessageProducer producer = session.createProducer(queue);
        producer.send(message, DeliveryMode.NON_PERSISTENT, 6, 0);
        return queue;
    }

    /** Those of the selectors that select the message. */
    private static List<String> selecting(Jms jms, String... selectors) throws JMSException {
        Session session = jms.started().createSession();
        Queue queue = queueWithMessage(jms, session);
        List<String> selecting = new ArrayList<>();
        for (String selector : selectors) {
            try (QueueBrowser browser = session.createBrowser(queue, selector)) {
                if (browser.getEnumeration().hasMoreElements()) {
                    selecting.add(selector);
                }
            }
        }
        return selecting;
    }

    private static void assertAllSelect(Jms jms, String... selectors) throws JMSException {
        assertThat(selecting(jms, selectors)).containsExactly(selectors);
    }

    private static void assertNoneSelects(Jms jms, String... selectors) throws JMSException {
        assertThat(selecting(jms, selectors)).isEmpty();
    }

    @Test
    @Section("3.8.1.1")
    void comparisonsAndArithmeticFollowTheUsualRules(Jms jms) throws JMSException {
        assertAllSelect(
                jms,
                "i = 2",
                "i <> 3",
                "i + 1 = 3",
                "i * 2 + 1 = 5",
                "i * (2 + 1) = 6",
                "-i = -2",
                "+i = 2",
                "i / 2 = 1",
                "d > i",
                "d = 2.5",
                "d = 25E-1",
                "i < 2.5 AND i >= 2.0",
                "i BETWEEN 1 AND 2",
                "i NOT BETWEEN 3 AND 4",
                "2 = i");
    }

    @Test
    @Section("3.8.1.1")
    void largeNumbersAreComparedExactly(Jms jms) throws JMSException {
        assertAllSelect(jms, "l = 9007199254740993", "l > 9007199254740992", "l <> 9007199254740992");
    }

    @Test
    @Section("3.8.1.1")
    void stringsAreComparedForEqualityOnlyAndWithCase(Jms jms) throws JMSException {
        assertAllSelect(jms, "s = 'abc'", "s <> 'ABC'", "quote = 'it''s'", "s IN ('x', 'abc')", "s NOT IN ('x', 'y')");
        assertNoneSelects(jms, "s = 'ABC'", "S = 'abc'", "s = 'abc '");
    }

    @Test
    @Section({"3.8.1.1", "3.5.4"})
    void aStringIsNeverConvertedToANumberNorANumberToAString(Jms jms) throws JMSException {
        assertNoneSelects(
                jms,
                "digits = 2",
                "i = '2'",
                "digits <> 3",
                "digits > 1",
                "i IN ('2')",
                "i LIKE '2'",
                "digits BETWEEN 1 AND 3",
                "yes = 'true'",
                "yes = 1");
        // the comparison is false and not unknown
        assertAllSelect(jms, "NOT (digits = 2)");
    }

    @Test
    @Section("3.8.1.2")
    void whatDoesNotExistIsUnknownInEveryComparison(Jms jms) throws JMSException {
        assertNoneSelects(
                jms,
                "nil = 1",
                "nil <> 1",
                "NOT (nil = 1)",
                "nil = nil",
                "nil + 1 > 0",
                "nil IN ('a')",
                "nil NOT IN ('a')",
                "nil LIKE '%'",
                "nil NOT LIKE 'a'",
                "nil BETWEEN 0 AND 9",
                "nil NOT BETWEEN 0 AND 9",
                "nil",
                "NOT nil");
        assertAllSelect(jms, "nil IS NULL", "s IS NOT NULL", "NOT (nil IS NOT NULL)");
    }

    @Test
    @Section("3.8.1.2")
    void andOrAndNotHaveThreeValues(Jms jms) throws JMSException {
        assertAllSelect(
                jms,
                "yes OR nil = 1",
                "nil = 1 OR yes",
                "NOT (no AND nil = 1)",
                "NOT (nil = 1 AND no)",
                "yes AND NOT no",
                "no OR yes AND yes");
        assertNoneSelects(
                jms,
                "yes AND nil = 1",
                "no OR nil = 1",
                "NOT (yes AND nil = 1)",
                "NOT (no OR nil = 1)",
                "NOT (nil = 1 OR nil = 2)",
                "no AND nil = 1");
    }

    @Test
    @Section("3.8.1.1")
    void likeHasWildcardsAndAnEscapeCharacter(Jms jms) throws JMSException {
        assertAllSelect(
                jms,
                "s LIKE 'abc'",
                "s LIKE 'a%'",
                "s LIKE '_b_'",
                "s LIKE '%'",
                "s NOT LIKE 'b%'",
                "percent LIKE '10\\%' ESCAPE '\\'",
                "percent LIKE '1_!%' ESCAPE '!'",
                "quote LIKE 'it''_'");
        assertNoneSelects(jms, "s LIKE 'a'", "s LIKE '_'", "s LIKE 'A%'", "s LIKE 'a!%' ESCAPE '!'", "s LIKE 'a.c'");
    }

    @Test
    @Section({"3.8.1.1", "3.4.2"})
    void headerFieldsCanBeAskedFor(Jms jms) throws JMSException {
        assertAllSelect(
                jms,
                "JMSDeliveryMode = 'NON_PERSISTENT'",
                "JMSPriority = 6",
                "JMSPriority > 5",
                "JMSType = 'type'",
                "JMSCorrelationID = 'id 1'",
                "JMSMessageID LIKE 'ID:%'",
                "JMSTimestamp > 0");
    }

    @Test
    @Section("3.8.1.1")
    void wordsOfTheLanguageHaveNoCaseAndSpaceIsFree(Jms jms) throws JMSException {
        assertAllSelect(jms, "i between 1 And 3", "not (no)", "nil is NULL", "s In('abc')", "yes=TRUE", "\n\ti\t=\n2 ");
    }

    @Test
    @Section("3.8.1.1")
    void nothingIsNoSelector(Jms jms) throws JMSException {
        Session session = jms.startedWithClientId(Jms.newName()).createSession();
        Queue queue = jms.newQueue();
        MessageConsumer empty = session.createConsumer(queue, "");
        MessageConsumer none = session.createConsumer(queue, null);

        assertThat(empty.getMessageSelector()).isIn(null, "");
        assertThat(none.getMessageSelector()).isNull();
        Jms.send(session, queue, "text");
        none.close();
        assertThat(Jms.text(Jms.receive(empty))).isEqualTo("text");
    }

    @Test
    @Section({"3.8.1.1", "10.3"})
    void whatIsNotInTheLanguageIsRefused(Jms jms) throws JMSException {
        Session session = jms.connection().createSession();
        Queue queue = jms.newQueue();

        for (String selector : new String[] {
            "i =",
            "= 2",
            "i = 2 AND",
            "(i = 2",
            "i == 2",
            "i != 2",
            "s = \"abc\"",
            "s = 'abc",
            "s LIKE 2",
            "s LIKE 'a' ESCAPE 'ab'",
            "s IN ()",
            "i BETWEEN 1",
            "AND = 1",
            "NULL = 1",
            "i IS 2",
            "1abc = 2",
            "s > 'abc'",
            "JMSDestination = 'x'",
            "JMSReplyTo IS NULL"
        }) {
            assertThat(catchThrowable(() -> session.createConsumer(queue, selector)))
                    .as("selector %s", selector)
                    .isInstanceOf(InvalidSelectorException.class);
        }
    }

    @Test
    @Section("3.8.1")
    void aConsumerLeavesWhatItDoesNotSelectInItsPlace(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Session session = jms.started().createSession();
        MessageProducer producer = session.createProducer(queue);
        for (int i = 0; i < 6; i++) {
            TextMessage message = session.createTextMessage("m" + i);
            message.setIntProperty("even", 1 - i % 2);
            producer.send(message);
        }

        MessageConsumer even = session.createConsumer(queue, "even = 1");

        assertThat(Jms.receive(even, 3)).containsExactly("m0", "m2", "m4");
        assertThat(even.receiveNoWait()).isNull();
        even.close();
        assertThat(jms.drain(queue)).containsExactly("m1", "m3", "m5");
    }

    @Test
    @Section("8.3.1")
    void whatASubscriptionDoesNotSelectIsNotAddedToIt(Jms jms) throws JMSException {
        Topic topic = jms.newTopic();
        Session session = jms.started().createSession();
        MessageConsumer consumer = session.createConsumer(topic, "JMSType = 'wanted'");
        TextMessage message = session.createTextMessage("unwanted");
        MessageProducer producer = session.createProducer(topic);
        producer.send(message);
        message.setJMSType("wanted");
        message.setText("wanted");

        producer.send(message);

        assertThat(Jms.text(Jms.receive(consumer))).isEqualTo("wanted");
        assertThat(consumer.receiveNoWait()).isNull();
    }
}
