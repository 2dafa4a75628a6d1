package io.angarium.jms.message;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.JMSException;
import jakarta.jms.MessageFormatException;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectStreamConstants;
import java.io.Serializable;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.rmi.MarshalledObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ObjectMessageTest {
    /** A body of the application. */
    record Order(String id, BigDecimal total, List<String> lines) implements Serializable {}

    /** A list that nests one object per element. */
    static final class Chain implements Serializable {
        private static final long serialVersionUID = 1L;

        final @Nullable Chain next;

        Chain(@Nullable Chain next) {
            this.next = next;
        }

        static Chain of(int length) {
            Chain chain = new Chain(null);
            for (int i = 1; i < length; i++) {
                chain = new Chain(chain);
            }
            return chain;
        }
    }

    @Test
    void anObjectArrivesAsAnEqualCopy() throws JMSException {
        Order order = new Order("1", new BigDecimal("12.30"), new ArrayList<>(List.of("a", "b")));
        AngariumObjectMessage message = Sending.FACTORY.object();

        message.setObject(order);

        assertThat(Sending.received(message).getObject()).isEqualTo(order).isNotSameAs(order);
    }

    @Test
    void classesOfTheJdkNeedNoSetting() throws JMSException {
        AngariumObjectMessage message = Sending.FACTORY.object();
        for (Serializable object : List.<Serializable>of(
                "x",
                new int[][] {{1}, {2, 3}},
                new HashMap<>(Map.of("a", new BigDecimal(1))),
                new byte[1 << 20],
                new String[10_000],
                Thread.State.NEW,
                new IOException("x"))) {
            message.setObject(object);

            assertThat(Sending.received(message).getObject()).hasSameClassAs(object);
        }
    }

    @Test
    void theObjectIsSerializedWhenItIsSet() throws JMSException {
        ArrayList<String> list = new ArrayList<>(List.of("a"));
        AngariumObjectMessage message = Sending.FACTORY.object();
        message.setObject(list);

        list.add("b");
        ((List<?>) requireNonNull(message.getObject())).clear();

        assertThat(message.getObject()).isEqualTo(List.of("a"));
    }

    @Test
    void anObjectThatCannotBeSerializedIsRefusedWhenItIsSet() {
        AngariumObjectMessage message = Sending.FACTORY.object();
        ArrayList<Object> list = new ArrayList<>(List.of(new Object()));

        assertThatThrownBy(() -> message.setObject(list))
                .isInstanceOf(MessageFormatException.class)
                .hasMessageContaining("java.lang.Object");
    }

    @Test
    void aClassThatAttacksAreMadeOfIsRefused() throws Exception {
        AngariumObjectMessage message = Sending.FACTORY.object();
        message.setObject(new ArrayList<>(List.of(new MarshalledObject<>("x"))));

        assertThatThrownBy(message::getObject)
                .isInstanceOf(MessageFormatException.class)
                .hasMessageContaining("java.rmi.MarshalledObject")
                .hasMessageContaining("deserialization");
        assertThat(message.isBodyAssignableTo(List.class)).isFalse();
    }

    @Test
    void anObjectNestedTooDeepIsRefusedBeforeTheStackOverflows() throws JMSException {
        AngariumObjectMessage message = Sending.FACTORY.object();

        message.setObject(Chain.of(200));
        assertThat(message.getObject()).isInstanceOf(Chain.class);

        message.setObject(Chain.of(500));
        assertThatThrownBy(message::getObject)
                .isInstanceOf(MessageFormatException.class)
                .hasMessageContaining("nested more than 256 deep");
    }

    @Test
    void anArrayThatTheBodyCannotHoldIsRefusedBeforeItIsAllocated() throws Exception {
        byte[] bytes = ObjectStreams.serialize(new byte[] {1});
        int lengthAt = bytes.length - 1 - 4;
        ByteBuffer.wrap(bytes).putInt(lengthAt, Integer.MAX_VALUE - 8);

        assertThatThrownBy(() -> ObjectStreams.deserialize(bytes, DeserializationPolicy.STANDARD))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("an array of 2147483639 elements");
        assertThat(bytes[0]).isEqualTo((byte) (ObjectStreamConstants.STREAM_MAGIC >> 8));
    }

    @Test
    void aPatternThatNamesClassesAllowsNoOthers() throws JMSException {
        DeserializationPolicy policy =
                DeserializationPolicy.of("java.util.*;java.math.BigDecimal;java.math.BigInteger;java.lang.Number");
        AngariumObjectMessage message = new MessageFactory(policy).object();

        message.setObject(new ArrayList<>(List.of(new BigDecimal(1))));
        assertThat(message.getObject()).isEqualTo(List.of(new BigDecimal(1)));
        message.setObject(new int[] {1});
        assertThat(message.getObject()).isEqualTo(new int[] {1});

        message.setObject(new ArrayList<>(List.of(new Order("1", new BigDecimal(1), List.of()))));
        assertThatThrownBy(message::getObject)
                .isInstanceOf(MessageFormatException.class)
                .hasMessageContaining(Order.class.getName())
                .hasMessageContaining("setting deserialization");
    }

    @Test
    void aPatternThatOnlyRefusesOrLimitsAllowsTheRest() throws JMSException {
        AngariumObjectMessage refusing = new MessageFactory(DeserializationPolicy.of("!java.math.*")).object();
        AngariumObjectMessage limited = new MessageFactory(DeserializationPolicy.of("maxarray=2")).object();

        refusing.setObject(Thread.State.NEW);
        assertThat(refusing.getObject()).isEqualTo(Thread.State.NEW);
        refusing.setObject(new BigDecimal(1));
        assertThatThrownBy(refusing::getObject).hasMessageContaining("java.math.BigDecimal");
        limited.setObject(Thread.State.NEW);
        assertThat(limited.getObject()).isEqualTo(Thread.State.NEW);
        limited.setObject(new int[3]);
        assertThatThrownBy(limited::getObject).isInstanceOf(MessageFormatException.class);
    }

    @Test
    void aPatternCannotAllowWhatAttacksAreMadeOf() throws Exception {
        AngariumObjectMessage message = new MessageFactory(DeserializationPolicy.of("**")).object();
        message.setObject(new MarshalledObject<>("x"));

        assertThatThrownBy(message::getObject).hasMessageContaining("java.rmi.MarshalledObject");
    }

    @Test
    void aMalformedPatternIsRefusedWithItsSetting() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DeserializationPolicy.of("maxdepth=x"))
                .withMessageContaining("setting deserialization is 'maxdepth=x'");
    }

    @Test
    void classesAndProxiesAreFoundByTheContextClassLoaderOfTheThread() throws Exception {
        AngariumObjectMessage message = Sending.FACTORY.object();
        message.setObject(new Order("1", new BigDecimal(1), List.of()));
        ClassLoader application = new IsolatedLoader(Order.class.getName());
        AngariumObjectMessage received = Sending.received(message);

        Object order = withContextClassLoader(application, received::getObject);

        assertThat(order.getClass().getName()).isEqualTo(Order.class.getName());
        assertThat(order.getClass().getClassLoader()).isSameAs(application);
    }

    @Test
    void aProxyIsFoundByTheContextClassLoaderOfTheThread() throws Exception {
        AngariumObjectMessage message = Sending.FACTORY.object();
        message.setObject((Serializable) Proxy.newProxyInstance(
                Function.class.getClassLoader(), new Class<?>[] {Function.class, Serializable.class}, new Answer()));

        Object proxy = withContextClassLoader(getClass().getClassLoader(), message::getObject);

        assertThat(proxy).isInstanceOf(Function.class);
        assertThat(((Function<?, ?>) proxy).getClass()).matches(Proxy::isProxyClass);
    }

    @Test
    void withoutAContextClassLoaderTheProvidersIsUsed() throws Exception {
        AngariumObjectMessage message = Sending.FACTORY.object();
        message.setObject(new Order("1", new BigDecimal(1), List.of()));

        assertThat(withContextClassLoader(null, message::getObject)).isInstanceOf(Order.class);
    }

    /** Answers everything with null. */
    static final class Answer implements java.lang.reflect.InvocationHandler, Serializable {
        private static final long serialVersionUID = 1L;

        @Override
        public @Nullable Object invoke(Object proxy, java.lang.reflect.Method method, Object[] arguments) {
            return null;
        }
    }

    private interface Call {
        @Nullable
        Object call() throws JMSException;
    }

    private static Object withContextClassLoader(@Nullable ClassLoader loader, Call call) throws JMSException {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(loader);
        try {
            return requireNonNull(call.call());
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    /** Defines one class anew, as the class loader of an application would. */
    private static final class IsolatedLoader extends ClassLoader {
        private final String own;

        IsolatedLoader(String own) {
            super(ObjectMessageTest.class.getClassLoader());
            this.own = own;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals(own)) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : define(name);
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] code = in.readAllBytes();
                return defineClass(name, code, 0, code.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
