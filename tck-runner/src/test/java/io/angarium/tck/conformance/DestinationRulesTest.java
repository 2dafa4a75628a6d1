package io.angarium.tck.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.Connection;
import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueRequestor;
import jakarta.jms.QueueSession;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TemporaryTopic;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Queues, temporary destinations, browsers, request and reply. */
@ConformanceTest
class DestinationRulesTest {
    private static List<String> browse(QueueBrowser browser) throws JMSException {
        List<String> texts = new ArrayList<>();
        for (Enumeration<?> e = browser.getEnumeration(); e.hasMoreElements(); ) {
            texts.add(Jms.text((Message) e.nextElement()));
        }
        return texts;
    }

    @Test
    @Section({"5.2", "6.2.3"})
    void aQueueOfASessionIsThatOfTheNamingService(Jms jms) throws JMSException {
        Queue lookedUp = jms.newQueue();
        Session session = jms.connection().createSession();

        Queue created = session.createQueue(lookedUp.getQueueName());
        Jms.send(session, created, "text");

        assertThat(created).isEqualTo(lookedUp).hasSameHashCodeAs(lookedUp);
        assertThat(jms.drain(lookedUp)).containsExactly("text");
    }

    @Test
    @Section("4.1.2")
    void eachMessageOfAQueueGoesToOneConsumer(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        MessageConsumer left = jms.started().createSession().createConsumer(queue);
        MessageConsumer right = jms.started().createSession().createConsumer(queue);
        jms.send(queue, "1", "2", "3", "4");

        List<String> seen = new ArrayList<>();
        while (seen.size() < 4) {
            seen.addAll(Jms.drain(left));
            seen.addAll(Jms.drain(right));
        }

        assertThat(seen).containsExactlyInAnyOrder("1", "2", "3", "4");
    }

    @Test
    @Section({"6.2.2", "4.1.5"})
    void othersSendToATemporaryQueueButOnlyItsConnectionReceives(Jms jms) throws JMSException {
        Connection connection = jms.started();
        TemporaryQueue queue = connection.createSession().createTemporaryQueue();
        Session other = jms.started().createSession();

        Jms.send(other, queue, "text");

        assertThatThrownBy(() -> other.createConsumer(queue)).isInstanceOf(JMSException.class);
        assertThat(Jms.text(Jms.receive(connection.createSession().createConsumer(queue))))
                .isEqualTo("text");
    }

    @Test
    @Section({"6.2.2", "4.1.5", "4.2.7"})
    void temporaryDestinationsAreUnique(Jms jms) throws JMSException {
        Session left = jms.connection().createSession();
        Session right = jms.connection().createSession();

        assertThat(List.of(left.createTemporaryQueue(), left.createTemporaryQueue(), right.createTemporaryQueue()))
                .extracting(Queue::getQueueName)
                .doesNotHaveDuplicates();
    }

    @Test
    @Section({"4.1.5", "4.2.7", "API"})
    void aTemporaryDestinationIsDeletedWhenNobodyConsumesAndIsThenGone(Jms jms) throws JMSException {
        Session session = jms.started().createSession();
        TemporaryQueue queue = session.createTemporaryQueue();
        TemporaryTopic topic = session.createTemporaryTopic();
        MessageConsumer ofQueue = session.createConsumer(queue);
        MessageConsumer ofTopic = session.createConsumer(topic);
        assertThatThrownBy(queue::delete).isInstanceOf(JMSException.class);
        assertThatThrownBy(topic::delete).isInstanceOf(JMSException.class);
        ofQueue.close();
        ofTopic.close();

        queue.delete();
        topic.delete();

        MessageProducer producer = session.createProducer(null);
        for (Destination gone : new Destination[] {queue, topic}) {
            assertThatThrownBy(() -> producer.send(gone, session.createMessage()))
                    .isInstanceOf(InvalidDestinationException.class);
        }
    }

    @Test
    @Section({"4.1.5", "6.2.2"})
    void aTemporaryQueueEndsWithItsConnectionAndNotWithItsSession(Jms jms) throws JMSException {
        Connection connection = jms.started();
        Session session = connection.createSession();
        TemporaryQueue queue = session.createTemporaryQueue();
        session.close();
        Session other = jms.connection().createSession();
        MessageProducer producer = other.createProducer(queue);
        producer.send(other.createMessage());

        connection.close();

        assertThatThrownBy(() -> producer.send(other.createMessage())).isInstanceOf(InvalidDestinationException.class);
    }

    @Test
    @Section("4.1.6")
    void aBrowserShowsTheQueueInOrderAndTakesAndLocksNothing(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        jms.send(queue, "1", "2", "3");
        Session session = jms.started().createSession();
        QueueBrowser browser = session.createBrowser(queue);
        Enumeration<?> half = browser.getEnumeration();
        half.nextElement();

        assertThat(jms.drain(queue)).containsExactly("1", "2", "3");

        assertThat(browse(session.createBrowser(queue))).isEmpty();
        assertThat(browser.getQueue()).isEqualTo(queue);
        assertThat(browser.getMessageSelector()).isNull();
    }

    @Test
    @Needs(ProviderUnderTest.Feature.BROWSING_WITHOUT_START)
    @Section("4.1.6")
    void aBrowserWorksBesideAConsumerOnAConnectionThatIsStopped(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Session session = jms.connection().createSession();
        MessageConsumer consumer = session.createConsumer(queue);
        Jms.send(session, queue, "1", "2");

        assertThat(browse(session.createBrowser(queue))).containsExactly("1", "2");
        assertThat(consumer.receiveNoWait()).isNull();
    }

    @Test
    @Section("4.1.6")
    void eachEnumerationOfABrowserBeginsAtTheFront(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        jms.send(queue, "1", "2");
        QueueBrowser browser = jms.started().createSession().createBrowser(queue);

        assertThat(browse(browser)).containsExactly("1", "2");
        assertThat(browse(browser)).containsExactly("1", "2");
    }

    @Test
    @Section({"2.16", "4.1.7"})
    void aRequestorGetsTheReplyToItsRequest(Jms jms) throws Exception {
        Queue queue = jms.newQueue();
        Session server = jms.started().createSession();
        server.createConsumer(queue).setMessageListener(request -> {
            try (MessageProducer producer = server.createProducer(request.getJMSReplyTo())) {
                producer.send(server.createTextMessage("reply to " + Jms.text(request)));
            } catch (JMSException e) {
                throw new IllegalStateException(e);
            }
        });
        QueueConnection connection = jms.kept(jms.queueFactory().createQueueConnection());
        connection.start();
        QueueSession session = connection.createQueueSession(false, Session.AUTO_ACKNOWLEDGE);

        QueueRequestor requestor = new QueueRequestor(session, queue);

        assertThat(Jms.text(requestor.request(session.createTextMessage("request"))))
                .isEqualTo("reply to request");
        requestor.close();
    }
}
