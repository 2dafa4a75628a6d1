package io.angarium.tck;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The JNDI names that the TCK looks up, as the {@code jndi.properties} of a folder that goes on the class path. */
final class SuiteNames {
    private static final List<String> QUEUES =
            List.of("MY_QUEUE", "MY_QUEUE2", "testQ0", "testQ1", "testQ2", "testQueue2", "Q2");
    private static final List<String> TOPICS = List.of("MY_TOPIC", "MY_TOPIC2", "testT0", "testT1", "testT2");

    /** The classes of its object messages: the JDK's, and its own. No other is let in. */
    private static final String OBJECTS = "java.**%3Bcom.sun.ts.**%3B!*";

    private SuiteNames() {}

    /** Writes the file. */
    static void write(Path folder) throws IOException {
        String uri = "angarium:vm:" + EmbeddedBroker.NAME + "?deserialization=" + OBJECTS;
        List<String> lines = new ArrayList<>();
        lines.add("java.naming.factory.initial=io.angarium.jndi.AngariumInitialContextFactory");
        for (String name : List.of("MyConnectionFactory", "MyQueueConnectionFactory", "MyTopicConnectionFactory")) {
            lines.add("connectionfactory." + name + "=" + uri);
        }
        lines.add("connectionfactory.DURABLE_SUB_CONNECTION_FACTORY=" + uri + "&clientID=cts");
        QUEUES.forEach(name -> lines.add("queue." + name + "=" + name));
        TOPICS.forEach(name -> lines.add("topic." + name + "=" + name));
        Files.write(folder.resolve("jndi.properties"), lines);
    }
}
