package io.angarium.jms;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.net.URI;
import java.util.Map;

/** A connection on a {@link ScriptedLink}. */
final class Scripted implements AutoCloseable {
    final ScriptedLink link = new ScriptedLink();
    final AngariumConnection connection;

    Scripted(String query) throws JMSException {
        ClientOptions options = ClientOptions.parse(URI.create("scripted:x?" + query), Map.of());
        connection = new AngariumConnection(link, options, Domain.ANY);
    }

    /** A consumer whose receiver has the number 1, on a started connection. */
    MessageConsumer consumer(int sessionMode) throws JMSException {
        connection.start();
        return consumer(connection.createSession(sessionMode));
    }

    MessageConsumer consumer(Session session) throws JMSException {
        MessageConsumer consumer = session.createConsumer(session.createQueue("q"));
        link.takeCalls();
        return consumer;
    }

    static String text(Message message) throws JMSException {
        return ((TextMessage) message).getText();
    }

    @Override
    public void close() throws JMSException {
        connection.close();
    }
}
