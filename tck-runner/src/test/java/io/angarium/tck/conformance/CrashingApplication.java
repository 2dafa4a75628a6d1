package io.angarium.tck.conformance;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.XAConnection;
import jakarta.jms.XAConnectionFactory;
import jakarta.jms.XASession;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import javax.naming.Context;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * The program of a JVM that is killed: a provider and an application that uses it without end. A line of its output says that
 * a call has returned.
 */
final class CrashingApplication {
    /** The queue that it sends to and receives from. */
    static final String QUEUE = "crash";

    /** What it does. */
    enum Work {
        /** Sends persistent messages, and in between others; {@code sent TEXT}. */
        SEND,
        /** Sends three messages in each transaction; {@code committed N}. */
        TRANSACTIONS,
        /** Receives and acknowledges each message; {@code acknowledged TEXT}. */
        ACKNOWLEDGE,
        /** Receives, in one session, and settles nothing; {@code received TEXT}. */
        RECEIVE,
        /** Sends messages, each in a branch of its own that it prepares; {@code prepared TEXT}. */
        PREPARE,
        /** Commits all prepared branches and ends; {@code recovered NUMBER}. */
        RECOVER,
        /** Receives everything there is, each with {@code drained COUNT TEXT}, and ends. */
        DRAIN
    }

    private CrashingApplication() {}

    /** Arguments: what it does, and the folder of the store. */
    @SuppressWarnings("BanJNDI") // names of this suite only
    public static void main(String... arguments) throws Exception {
        PrintStream out = System.out;
        ProviderUnderTest provider = RunningProvider.instance();
        provider.start(Path.of(arguments[1]));
        Context names = provider.context();
        Queue queue = (Queue) names.lookup("dynamicQueues/" + QUEUE);
        ConnectionFactory factory = (ConnectionFactory) names.lookup(ProviderUnderTest.FACTORY);
        Work work = Work.valueOf(arguments[0]);
        if (work == Work.PREPARE || work == Work.RECOVER) {
            XAConnectionFactory xa = (XAConnectionFactory) names.lookup(ProviderUnderTest.FACTORY_XA);
            branches(work, xa, queue, out);
        }
        try (Connection connection = factory.createConnection()) {
            connection.start();
            switch (work) {
                case SEND -> send(connection, queue, out);
                case TRANSACTIONS -> commit(connection, queue, out);
                case ACKNOWLEDGE -> acknowledge(connection, queue, out);
                case RECEIVE -> receive(connection, queue, out);
                case DRAIN -> drain(connection, queue, out);
                case PREPARE, RECOVER -> out.println("done");
            }
        }
        provider.stop();
        out.println("ended");
        System.exit(0);
    }

    private static void send(Connection connection, Queue queue, PrintStream out) throws JMSException {
        Session session = connection.createSession();
        MessageProducer producer = session.createProducer(queue);
        for (int i = 0; true; i++) {
            Message other = session.createTextMessage("other" + i);
            producer.send(other, DeliveryMode.NON_PERSISTENT, Message.DEFAULT_PRIORITY, 0);
            producer.send(session.createTextMessage("persistent" + i));
            out.println("sent persistent" + i);
        }
    }

    private static void commit(Connection connection, Queue queue, PrintStream out) throws JMSException {
        Session session = connection.createSession(Session.SESSION_TRANSACTED);
        MessageProducer producer = session.createProducer(queue);
        for (int i = 0; true; i++) {
            for (String part : List.of("a", "b", "c")) {
                producer.send(session.createTextMessage(i + part));
            }
            session.commit();
            out.println("committed " + i);
        }
    }

    private static void acknowledge(Connection connection, Queue queue, PrintStream out) throws JMSException {
        MessageConsumer consumer =
                connection.createSession(Session.CLIENT_ACKNOWLEDGE).createConsumer(queue);
        for (Message next = consumer.receive(); next != null; next = consumer.receive()) {
            next.acknowledge();
            out.println("acknowledged " + Jms.text(next));
        }
    }

    private static void receive(Connection connection, Queue queue, PrintStream out)
            throws JMSException, InterruptedException {
        MessageConsumer consumer =
                connection.createSession(Session.CLIENT_ACKNOWLEDGE).createConsumer(queue);
        for (Message next = consumer.receive(1_000); next != null; next = consumer.receive(1_000)) {
            out.println("received " + Jms.text(next));
        }
        new CountDownLatch(1).await();
    }

    private static void branches(Work work, XAConnectionFactory factory, Queue queue, PrintStream out)
            throws JMSException, XAException {
        try (XAConnection connection = factory.createXAConnection();
                XASession session = connection.createXASession()) {
            XAResource resource = session.getXAResource();
            if (work == Work.RECOVER) {
                Xid[] found = resource.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN);
                for (Xid branch : found) {
                    resource.commit(branch, false);
                }
                out.println("recovered " + found.length);
                return;
            }
            for (int i = 0; true; i++) {
                BranchXid branch = BranchXid.next();
                resource.start(branch, XAResource.TMNOFLAGS);
                Jms.send(session, queue, "branch" + i);
                resource.end(branch, XAResource.TMSUCCESS);
                resource.prepare(branch);
                out.println("prepared branch" + i);
            }
        }
    }

    private static void drain(Connection connection, Queue queue, PrintStream out) throws JMSException {
        MessageConsumer consumer = connection.createSession().createConsumer(queue);
        for (@Nullable Message next = consumer.receive(500); next != null; next = consumer.receive(500)) {
            out.println("drained " + Jms.deliveryCount(next) + " " + Jms.text(next));
        }
    }
}
