package io.angarium.jndi;

import io.angarium.jms.AngariumConnectionFactory;
import io.angarium.jms.AngariumQueue;
import io.angarium.jms.AngariumTopic;
import io.angarium.jms.AngariumXAConnectionFactory;
import io.angarium.protocol.Printable;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.naming.ConfigurationException;
import javax.naming.Context;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;

/** What is bound under which name. Immutable. */
final class Bindings {
    private static final String FACTORY_PREFIX = "connectionfactory.";
    private static final String XA_FACTORY_PREFIX = "xaconnectionfactory.";
    private static final String QUEUE_PREFIX = "queue.";
    private static final String TOPIC_PREFIX = "topic.";
    private static final String DYNAMIC_QUEUES = "dynamicQueues/";
    private static final String DYNAMIC_TOPICS = "dynamicTopics/";
    private static final String[] DEFAULT_FACTORIES = {
        "ConnectionFactory", "QueueConnectionFactory", "TopicConnectionFactory"
    };

    private static final String[] DEFAULT_XA_FACTORIES = {
        "XAConnectionFactory", "XAQueueConnectionFactory", "XATopicConnectionFactory"
    };

    private final SortedMap<String, Object> bound = new TreeMap<>();

    private Bindings() {}

    /**
     * Reads the properties of an environment.
     *
     * @throws ConfigurationException if one is not valid
     */
    static Bindings of(Map<String, Object> environment) throws NamingException {
        Bindings bindings = new Bindings();
        for (Map.Entry<String, Object> property : environment.entrySet()) {
            bindings.bind(property.getKey(), String.valueOf(property.getValue()).strip());
        }
        Object url = environment.get(Context.PROVIDER_URL);
        if (url != null) {
            String uri = uri(Context.PROVIDER_URL, url.toString().strip());
            for (String name : DEFAULT_FACTORIES) {
                bindings.bound.putIfAbsent(name, new AngariumConnectionFactory(uri));
            }
            for (String name : DEFAULT_XA_FACTORIES) {
                bindings.bound.putIfAbsent(name, new AngariumXAConnectionFactory(uri));
            }
        }
        return bindings;
    }

    /** Everything that is bound, by name. */
    SortedMap<String, Object> all() {
        return Collections.unmodifiableSortedMap(bound);
    }

    /**
     * The object of a name.
     *
     * @throws NameNotFoundException if there is none; it lists what is bound
     */
    Object get(String name) throws NamingException {
        Object found = bound.get(name);
        if (found != null) {
            return found;
        }
        if (name.startsWith(DYNAMIC_QUEUES) && name.length() > DYNAMIC_QUEUES.length()) {
            return new AngariumQueue(name.substring(DYNAMIC_QUEUES.length()));
        }
        if (name.startsWith(DYNAMIC_TOPICS) && name.length() > DYNAMIC_TOPICS.length()) {
            return new AngariumTopic(name.substring(DYNAMIC_TOPICS.length()));
        }
        throw new NameNotFoundException("'" + Printable.of(name) + "' is not bound. Bound are "
                + Printable.of(bound.keySet().toString()) + "; any queue is "
                + DYNAMIC_QUEUES + "NAME and any topic " + DYNAMIC_TOPICS
                + "NAME. Bind more with the properties connectionfactory.NAME=URI, xaconnectionfactory.NAME=URI,"
                + " queue.NAME=PHYSICAL and topic.NAME=PHYSICAL");
    }

    private void bind(String property, String value) throws NamingException {
        String lower = property.toLowerCase(Locale.ROOT);
        if (lower.startsWith(FACTORY_PREFIX)) {
            bound.put(name(property, FACTORY_PREFIX), new AngariumConnectionFactory(uri(property, value)));
        } else if (lower.startsWith(XA_FACTORY_PREFIX)) {
            bound.put(name(property, XA_FACTORY_PREFIX), new AngariumXAConnectionFactory(uri(property, value)));
        } else if (lower.startsWith(QUEUE_PREFIX)) {
            bound.put(name(property, QUEUE_PREFIX), new AngariumQueue(physical(property, value)));
        } else if (lower.startsWith(TOPIC_PREFIX)) {
            bound.put(name(property, TOPIC_PREFIX), new AngariumTopic(physical(property, value)));
        }
    }

    private static String name(String property, String prefix) throws ConfigurationException {
        String name = property.substring(prefix.length());
        if (name.isBlank()) {
            throw new ConfigurationException(
                    "property '" + Printable.of(property) + "' has no name after '" + prefix + "'");
        }
        return name;
    }

    private static String physical(String property, String value) throws ConfigurationException {
        if (value.isEmpty()) {
            throw new ConfigurationException(
                    "property '" + Printable.of(property) + "' is empty; give the physical name of the destination");
        }
        return value;
    }

    private static String uri(String property, String uri) throws ConfigurationException {
        try {
            if (new URI(uri).getScheme() == null) {
                throw new ConfigurationException("property '" + Printable.of(property) + "' is '" + Printable.of(uri)
                        + "', which has no scheme; an example is angarium:vm:orders?store=/var/lib/orders");
            }
            return uri;
        } catch (URISyntaxException e) {
            ConfigurationException error = new ConfigurationException("property '" + Printable.of(property)
                    + "' is not a URI: " + e.getReason() + " at character " + e.getIndex());
            error.initCause(e);
            throw error;
        }
    }
}
