package io.angarium.jms.narayana;

import static org.assertj.core.api.Assertions.assertThat;

import com.arjuna.ats.arjuna.recovery.RecoveryManager;
import com.arjuna.ats.internal.jta.recovery.arjunacore.XARecoveryModule;
import com.arjuna.ats.jta.recovery.XAResourceRecoveryHelper;
import io.angarium.jms.AngariumXAConnectionFactory;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import jakarta.transaction.TransactionManager;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The code of docs/xa.md: it runs, and the page shows exactly this. */
@Timeout(120)
class XaExampleTest {
    private final String uri =
            "angarium:vm:example" + UUID.randomUUID().toString().replace("-", "");

    private static void moveOrder(String uri, TransactionManager manager, XAResource database) throws Exception {
        // begin
        AngariumXAConnectionFactory factory = new AngariumXAConnectionFactory(uri);
        try (XAConnection connection = factory.createXAConnection()) {
            connection.start();
            XASession session = connection.createXASession();
            MessageConsumer orders = session.createConsumer(session.createQueue("orders"));
            MessageProducer invoices = session.createProducer(session.createQueue("invoices"));

            manager.begin();
            manager.getTransaction().enlistResource(session.getXAResource());
            manager.getTransaction().enlistResource(database);
            Message order = orders.receive(5_000);
            invoices.send(session.createTextMessage("for " + order.getBody(String.class)));
            manager.commit(); // both, or neither
        }
        // end
    }

    static void recover(String uri, RecoveryManager recoveryManager, XARecoveryModule recovery) throws Exception {
        // begin
        try (XAConnection connection = new AngariumXAConnectionFactory(uri).createXAConnection()) {
            XAResource resource = connection.createXASession().getXAResource();
            recovery.addXAResourceRecoveryHelper(helper(resource));
            recoveryManager.scan();
        }
        // end
    }

    private static XAResourceRecoveryHelper helper(XAResource resource) {
        return new XAResourceRecoveryHelper() {
            @Override
            public boolean initialise(String properties) {
                return true;
            }

            @Override
            public XAResource[] getXAResources() {
                return new XAResource[] {resource};
            }
        };
    }

    @Test
    void theExampleMovesAnOrder() throws Exception {
        TransactionManager manager = Narayana.shared();
        try (XAConnection connection = new AngariumXAConnectionFactory(uri).createXAConnection()) {
            connection.start();
            Session session = connection.createSession();
            session.createProducer(session.createQueue("orders")).send(session.createTextMessage("order 1"));

            moveOrder(uri, manager, new OtherResource());

            Message invoice =
                    session.createConsumer(session.createQueue("invoices")).receive(20_000);
            assertThat(invoice.getBody(String.class)).isEqualTo("for order 1");
            assertThat(session.createConsumer(session.createQueue("orders")).receiveNoWait())
                    .isNull();
        }
    }

    @Test
    void thePageShowsThisCode() throws Exception {
        Path root = Files.exists(Path.of("docs")) ? Path.of("") : Path.of("..");
        Path page = root.resolve(Path.of("docs", "xa.md"));
        Path source = root.resolve(Path.of(
                "jms-provider", "src", "test", "java", "io", "angarium", "jms", "narayana", "XaExampleTest.java"));

        List<String> shown = blocks(Files.readAllLines(page), "```java fragment", "```");

        assertThat(shown).hasSize(2);
        assertThat(shown).isEqualTo(blocks(Files.readAllLines(source), "        // begin", "        // end"));
    }

    /** What stands between the lines, without the indentation of the first line of each block. */
    private static List<String> blocks(List<String> lines, String begin, String end) {
        List<String> blocks = new ArrayList<>();
        List<String> block = null;
        for (String line : lines) {
            if (line.equals(begin)) {
                block = new ArrayList<>();
            } else if (line.equals(end) && block != null) {
                blocks.add(String.join("\n", block).stripIndent());
                block = null;
            } else if (block != null) {
                block.add(line);
            }
        }
        return blocks;
    }
}
