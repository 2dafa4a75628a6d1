package io.angarium.jms.message;

import java.io.ObjectInputFilter;
import java.io.ObjectInputFilter.Status;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which classes the body of an ObjectMessage may contain. Classes by which known attacks turn a stream of objects into
 * running code are never allowed, and nesting and array lengths are limited; a pattern can narrow it further. Immutable.
 */
public final class DeserializationPolicy {
    /** The setting that holds the pattern. */
    public static final String SETTING = "deserialization";

    /** Everything but what is never allowed. */
    public static final DeserializationPolicy STANDARD = new DeserializationPolicy(null, false);

    private static final int MAX_DEPTH = 256;

    /** No legitimate stream makes arrays much longer than itself; hash tables have up to 8 times their entries. */
    private static final int ARRAY_ELEMENTS_PER_BYTE = 8;

    private static final int ARRAY_ELEMENTS_ALWAYS = 1_024;

    /** In the notation of ObjectInputFilter. Not complete, as no such list can be: who can, should name what is allowed. */
    private static final ObjectInputFilter NEVER = ObjectInputFilter.Config.createFilter(String.join(
            ";",
            List.of(
                    "!bsh.**",
                    "!clojure.inspector.**",
                    "!com.alibaba.fastjson.**",
                    "!com.alibaba.fastjson2.**",
                    "!com.fasterxml.jackson.databind.node.POJONode",
                    "!com.mchange.v2.**",
                    "!com.rometools.rome.feed.impl.**",
                    "!com.sun.jndi.**",
                    "!com.sun.org.apache.bcel.**",
                    "!com.sun.org.apache.xalan.**",
                    "!com.sun.rowset.**",
                    "!com.sun.syndication.feed.impl.**",
                    "!com.vaadin.data.util.**",
                    "!java.lang.ProcessBuilder",
                    "!java.lang.Runtime",
                    "!java.lang.invoke.**",
                    "!java.rmi.**",
                    "!java.security.SignedObject",
                    "!javax.management.BadAttributeValueExpException",
                    "!javax.management.remote.**",
                    "!javax.naming.ldap.**",
                    "!javax.naming.spi.**",
                    "!javax.swing.event.EventListenerList",
                    "!javax.swing.UIDefaults*",
                    "!jdk.nashorn.**",
                    "!net.sf.json.**",
                    "!ognl.**",
                    "!org.apache.bcel.**",
                    "!org.apache.click.**",
                    "!org.apache.commons.beanutils.**",
                    "!org.apache.commons.collections.functors.**",
                    "!org.apache.commons.collections.keyvalue.TiedMapEntry",
                    "!org.apache.commons.collections.map.LazyMap",
                    "!org.apache.commons.collections4.functors.**",
                    "!org.apache.commons.collections4.keyvalue.TiedMapEntry",
                    "!org.apache.commons.collections4.map.LazyMap",
                    "!org.apache.commons.fileupload.**",
                    "!org.apache.myfaces.**",
                    "!org.apache.wicket.util.upload.**",
                    "!org.apache.xalan.**",
                    "!org.aspectj.weaver.**",
                    "!org.codehaus.groovy.runtime.**",
                    "!org.hibernate.engine.spi.TypedValue",
                    "!org.hibernate.property.**",
                    "!org.hibernate.tuple.**",
                    "!org.hibernate.type.**",
                    "!org.jboss.interceptor.**",
                    "!org.jboss.weld.interceptor.**",
                    "!org.mozilla.javascript.**",
                    "!org.python.core.**",
                    "!org.springframework.aop.**",
                    "!org.springframework.beans.factory.**",
                    "!org.springframework.core.SerializableTypeWrapper*",
                    "!org.springframework.transaction.jta.**",
                    "!sun.rmi.**")));

    private final @Nullable ObjectInputFilter narrowing;
    private final boolean onlyNamed;

    private DeserializationPolicy(@Nullable ObjectInputFilter narrowing, boolean onlyNamed) {
        this.narrowing = narrowing;
        this.onlyNamed = onlyNamed;
    }

    /**
     * A policy that a pattern narrows.
     *
     * @param pattern as {@link ObjectInputFilter.Config#createFilter} takes it, such as {@code com.shop.**;java.**}; if it
     *     names classes that are allowed, others are not; null for the standard
     * @throws IllegalArgumentException if the pattern is malformed
     */
    public static DeserializationPolicy of(@Nullable String pattern) {
        ObjectInputFilter narrowing;
        try {
            narrowing = pattern == null ? null : ObjectInputFilter.Config.createFilter(pattern);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "setting " + SETTING + " is '" + pattern + "', which is no pattern of java.io.ObjectInputFilter: "
                            + e.getMessage(),
                    e);
        }
        if (pattern == null || narrowing == null) {
            return STANDARD;
        }
        boolean namesAllowed =
                Arrays.stream(pattern.split(";")).anyMatch(part -> !part.startsWith("!") && !part.contains("="));
        return new DeserializationPolicy(narrowing, namesAllowed);
    }

    /** A filter for one body; it remembers what it refused. */
    Filter filter(int bodyBytes) {
        return new Filter(bodyBytes);
    }

    /** The policy, applied to one body. Confined to one thread. */
    final class Filter implements ObjectInputFilter {
        private final long maxArrayElements;
        private @Nullable String refused;

        private Filter(int bodyBytes) {
            maxArrayElements = ARRAY_ELEMENTS_ALWAYS + (long) ARRAY_ELEMENTS_PER_BYTE * bodyBytes;
        }

        @Override
        public Status checkInput(FilterInfo info) {
            Class<?> type = info.serialClass();
            if (info.depth() > MAX_DEPTH) {
                return refuse("objects nested more than " + MAX_DEPTH + " deep");
            } else if (info.arrayLength() > maxArrayElements) {
                return refuse("an array of " + info.arrayLength() + " elements in a smaller body");
            } else if (type == null) {
                return narrowing == null ? Status.UNDECIDED : narrowing.checkInput(info);
            } else if (NEVER.checkInput(info) == Status.REJECTED) {
                return refuse(type.getName() + ", which attacks are made of");
            }
            return narrowed(info, type);
        }

        private Status narrowed(FilterInfo info, Class<?> type) {
            Status status = narrowing == null ? Status.ALLOWED : narrowing.checkInput(info);
            boolean refused =
                    status == Status.REJECTED || (status == Status.UNDECIDED && onlyNamed && !isContainer(type));
            return refused ? refuse(type.getName()) : status;
        }

        private Status refuse(String what) {
            refused = what;
            return Status.REJECTED;
        }

        /** What was refused, for the error text; null if nothing was. */
        @Nullable
        String refused() {
            return refused;
        }
    }

    /** An array of primitives, or of Object, which lists have inside: harmless by itself, whatever is named. */
    private static boolean isContainer(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        return element.isPrimitive() || (element == Object.class && type.isArray());
    }
}
