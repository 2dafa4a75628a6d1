package io.angarium.tck;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The class through which the JORAM suite asks a provider for its administered objects. The suite makes it by name, and its
 * interface is in the user's jar, so it is compiled against that jar when it is needed.
 */
final class JoramAdmin {
    private static final String NAME = "io.angarium.tck.generated.AngariumAdmin";
    private static final String SOURCE = """
            package io.angarium.tck.generated;

            import io.angarium.engine.Broker;
            import io.angarium.protocol.Address;
            import java.util.Properties;
            import javax.naming.Context;
            import javax.naming.InitialContext;
            import javax.naming.NamingException;

            public class AngariumAdmin implements org.objectweb.jtests.jms.admin.Admin {
                private final Properties names = new Properties();

                public String getName() { return "Angarium"; }

                public Context createContext() throws NamingException {
                    names.put(Context.INITIAL_CONTEXT_FACTORY, "io.angarium.jndi.AngariumInitialContextFactory");
                    return new InitialContext(names);
                }

                public void createConnectionFactory(String name) { names.put("connectionfactory." + name, "angarium:vm:%BROKER%?deserialization=java.**%3Borg.objectweb.jtests.**%3B!*"); }
                public void createQueueConnectionFactory(String name) { createConnectionFactory(name); }
                public void createTopicConnectionFactory(String name) { createConnectionFactory(name); }
                public void createQueue(String name) { names.put("queue." + name, name); }
                public void createTopic(String name) { names.put("topic." + name, name); }
                public void deleteConnectionFactory(String name) { names.remove("connectionfactory." + name); }
                public void deleteQueueConnectionFactory(String name) { deleteConnectionFactory(name); }
                public void deleteTopicConnectionFactory(String name) { deleteConnectionFactory(name); }
                public void deleteQueue(String name) { names.remove("queue." + name); delete(Address.queue(name)); }
                public void deleteTopic(String name) { names.remove("topic." + name); delete(Address.topic(name)); }

                private static void delete(Address address) {
                    Broker broker = Broker.running("%BROKER%").orElseThrow();
                    if (broker.entity(address.name()).isPresent()) {
                        broker.delete(address);
                    }
                }

                public void startServer() {}
                public void stopServer() {}
                public void start() {}
                public void stop() {}
            }
            """;

    private JoramAdmin() {}

    /**
     * Compiles the class, and writes the properties by which the suite finds it.
     *
     * @param folder goes on the class path of the suite, before its own entries
     * @throws BadUsageException if there is no compiler, or the jar's interface is not the one that is known
     */
    static void write(SuiteFiles joram, Path folder) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new BadUsageException("the JORAM suite needs a class that is compiled against its jar, and "
                    + System.getProperty("java.home") + " has no compiler; run this with a JDK instead of a JRE");
        }
        Path source = folder.resolve("AngariumAdmin.java");
        Files.writeString(source, SOURCE.replace("%BROKER%", EmbeddedBroker.NAME));
        StringWriter errors = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            String classPath = Stream.concat(
                            Stream.of(System.getProperty("java.class.path")),
                            joram.classPath().stream().map(Path::toString))
                    .collect(Collectors.joining(File.pathSeparator));
            boolean compiled = compiler.getTask(
                            errors,
                            files,
                            null,
                            List.of("-proc:none", "-d", folder.toString(), "-cp", classPath),
                            null,
                            files.getJavaFileObjects(source))
                    .call();
            if (!compiled) {
                throw new BadUsageException("org.objectweb.jtests.jms.admin.Admin in " + joram.classPath()
                        + " is missing or not the interface that this runner knows: " + errors);
            }
        }
        Files.writeString(folder.resolve("provider.properties"), "jms.provider.admin.class=" + NAME + "\n");
        Files.writeString(folder.resolve("test.properties"), "timeout=1000\n");
    }
}
