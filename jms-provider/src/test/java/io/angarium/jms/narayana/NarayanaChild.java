package io.angarium.jms.narayana;

import com.arjuna.ats.arjuna.recovery.RecoveryManager;
import io.angarium.jms.AngariumXAConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.transaction.xa.XAResource;

/** The process that {@link NarayanaCrashTest} lets halt, and the one that recovers after it. */
final class NarayanaChild {
    private static final int MOST_SCANS = 200;

    private NarayanaChild() {}

    /** Folder, and what to do: {@code otherFirst}, {@code otherLast} or {@code recover}. */
    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        TransactionManager manager = Narayana.start(folder.resolve("logs"));
        String uri = "angarium:vm:xa?store=" + folder.resolve("store").toUri().getPath();
        try (XAConnection connection = new AngariumXAConnectionFactory(uri).createXAConnection()) {
            connection.start();
            if (arguments[1].equals("recover")) {
                recover(connection);
            } else {
                work(manager, connection, arguments[1].equals("otherFirst"));
            }
        }
        System.exit(0); // the transaction manager has threads that stay
    }

    /** Moves a message from {@code in} to {@code out}, persistent and large enough for parts, with another resource. */
    private static void work(TransactionManager manager, XAConnection connection, boolean otherFirst) throws Exception {
        XASession session = connection.createXASession();
        Queue in = session.createQueue("in");
        session.createProducer(in).send(session.createTextMessage("a"));
        manager.begin();
        Transaction transaction = manager.getTransaction();
        if (otherFirst) {
            transaction.enlistResource(new OtherResource());
        }
        transaction.enlistResource(session.getXAResource());
        try (MessageConsumer consumer = session.createConsumer(in)) {
            TextMessage message = (TextMessage) consumer.receive(20_000);
            session.createProducer(session.createQueue("out"))
                    .send(session.createTextMessage(message.getText() + "x".repeat(3_000_000)));
        }
        if (!otherFirst) {
            transaction.enlistResource(new OtherResource());
        }
        manager.commit();
    }

    private static void recover(XAConnection connection) throws Exception {
        XASession session = connection.createXASession();
        int before = inDoubt(session);
        RecoveryManager recovery =
                Narayana.prepareRecovery(connection.createXASession().getXAResource());
        int scans = 0;
        while (inDoubt(session) > 0 && scans++ < MOST_SCANS) {
            recovery.scan();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.US_ASCII);
        out.println("RESULT in doubt " + before + " then " + inDoubt(session) + " in " + seen(session, "in") + " out "
                + seen(session, "out"));
        recovery.terminate();
    }

    private static int inDoubt(XASession session) throws Exception {
        return session.getXAResource().recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN).length;
    }

    /** For each message of a queue its size and how often it was delivered before. */
    private static List<String> seen(Session session, String queue) throws JMSException {
        List<String> seen = new ArrayList<>();
        try (QueueBrowser browser = session.createBrowser(session.createQueue(queue))) {
            for (Enumeration<?> messages = browser.getEnumeration(); messages.hasMoreElements(); ) {
                TextMessage text = (TextMessage) messages.nextElement();
                seen.add(text.getText().length() + (text.getJMSRedelivered() ? " again" : ""));
            }
        }
        return seen;
    }
}
