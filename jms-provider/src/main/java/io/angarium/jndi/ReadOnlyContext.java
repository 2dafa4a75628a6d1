package io.angarium.jndi;

import io.angarium.protocol.Printable;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import javax.naming.Binding;
import javax.naming.CompositeName;
import javax.naming.Context;
import javax.naming.Name;
import javax.naming.NameClassPair;
import javax.naming.NameParser;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;
import javax.naming.NotContextException;
import javax.naming.OperationNotSupportedException;

/** The flat, read-only context over {@link Bindings}; a name may contain slashes. Thread-safe. */
@SuppressWarnings({"BanJNDI", "JdkObsolete"}) // it is JNDI, with the types of its interface; nothing is deserialized
final class ReadOnlyContext implements Context {
    private final Bindings bindings;
    private final Map<String, Object> environment;

    ReadOnlyContext(Bindings bindings, Map<String, Object> environment) {
        this.bindings = bindings;
        this.environment = Map.copyOf(environment);
    }

    @Override
    public Object lookup(String name) throws NamingException {
        return name.isEmpty() ? this : bindings.get(name);
    }

    @Override
    public Object lookup(Name name) throws NamingException {
        return lookup(name.toString());
    }

    @Override
    public Object lookupLink(String name) throws NamingException {
        return lookup(name);
    }

    @Override
    public Object lookupLink(Name name) throws NamingException {
        return lookup(name);
    }

    @Override
    public NamingEnumeration<NameClassPair> list(String name) throws NamingException {
        requireRoot(name);
        List<NameClassPair> all = bindings.all().entrySet().stream()
                .map(e -> new NameClassPair(e.getKey(), e.getValue().getClass().getName()))
                .toList();
        return new Listing<>(all);
    }

    @Override
    public NamingEnumeration<NameClassPair> list(Name name) throws NamingException {
        return list(name.toString());
    }

    @Override
    public NamingEnumeration<Binding> listBindings(String name) throws NamingException {
        requireRoot(name);
        List<Binding> all = bindings.all().entrySet().stream()
                .map(e -> new Binding(e.getKey(), e.getValue()))
                .toList();
        return new Listing<>(all);
    }

    @Override
    public NamingEnumeration<Binding> listBindings(Name name) throws NamingException {
        return listBindings(name.toString());
    }

    @Override
    public NameParser getNameParser(String name) {
        return CompositeName::new;
    }

    @Override
    public NameParser getNameParser(Name name) {
        return CompositeName::new;
    }

    @Override
    public String composeName(String name, String prefix) {
        return prefix.isEmpty() ? name : prefix + "/" + name;
    }

    @Override
    public Name composeName(Name name, Name prefix) throws NamingException {
        return ((Name) prefix.clone()).addAll(name);
    }

    @Override
    public Hashtable<?, ?> getEnvironment() {
        return new Hashtable<>(environment);
    }

    @Override
    public String getNameInNamespace() {
        return "";
    }

    @Override
    public void close() {
        // there is nothing to release: a look-up connects to nothing
    }

    @Override
    public void bind(String name, Object object) throws NamingException {
        throw readOnly("bind " + name);
    }

    @Override
    public void bind(Name name, Object object) throws NamingException {
        throw readOnly("bind " + name);
    }

    @Override
    public void rebind(String name, Object object) throws NamingException {
        throw readOnly("rebind " + name);
    }

    @Override
    public void rebind(Name name, Object object) throws NamingException {
        throw readOnly("rebind " + name);
    }

    @Override
    public void unbind(String name) throws NamingException {
        throw readOnly("unbind " + name);
    }

    @Override
    public void unbind(Name name) throws NamingException {
        throw readOnly("unbind " + name);
    }

    @Override
    public void rename(String oldName, String newName) throws NamingException {
        throw readOnly("rename " + oldName);
    }

    @Override
    public void rename(Name oldName, Name newName) throws NamingException {
        throw readOnly("rename " + oldName);
    }

    @Override
    public void destroySubcontext(String name) throws NamingException {
        throw readOnly("destroy context " + name);
    }

    @Override
    public void destroySubcontext(Name name) throws NamingException {
        throw readOnly("destroy context " + name);
    }

    @Override
    public Context createSubcontext(String name) throws NamingException {
        throw readOnly("create context " + name);
    }

    @Override
    public Context createSubcontext(Name name) throws NamingException {
        throw readOnly("create context " + name);
    }

    @Override
    public Object addToEnvironment(String property, Object value) throws NamingException {
        throw readOnly("set property " + property);
    }

    @Override
    public Object removeFromEnvironment(String property) throws NamingException {
        throw readOnly("remove property " + property);
    }

    private static void requireRoot(String name) throws NamingException {
        if (!name.isEmpty()) {
            throw new NotContextException("'" + Printable.of(name) + "' is no context; list the empty name");
        }
    }

    private static NamingException readOnly(String operation) {
        return new OperationNotSupportedException("cannot " + Printable.of(operation)
                + ": this context is made from properties; bind with connectionfactory.NAME, queue.NAME or topic.NAME");
    }

    /** What list returns; confined to one thread. */
    private static final class Listing<T> implements NamingEnumeration<T> {
        private final Deque<T> left;

        Listing(Collection<T> all) {
            left = new ArrayDeque<>(all);
        }

        @Override
        public T next() {
            return left.removeFirst();
        }

        @Override
        public boolean hasMore() {
            return !left.isEmpty();
        }

        @Override
        public void close() {
            left.clear();
        }

        @Override
        public boolean hasMoreElements() {
            return hasMore();
        }

        @Override
        public T nextElement() {
            return next();
        }
    }
}
