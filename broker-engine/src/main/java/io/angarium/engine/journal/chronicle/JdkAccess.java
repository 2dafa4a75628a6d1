package io.angarium.engine.journal.chronicle;

import io.angarium.engine.journal.JournalException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens the packages of the JDK that Chronicle Queue reaches into, so that an application needs no JVM flags. Must have run
 * before the first class of the library is loaded: its static state remembers what it could not reach. Thread-safe; does
 * nothing when the packages are open already.
 */
final class JdkAccess {
    /** What the library cannot work without. */
    private static final List<String> NEEDED = List.of("java.lang.reflect", "sun.nio.ch");

    /** What it complains about in the log when it is closed. */
    private static final List<String> WANTED = List.of("jdk.internal.ref", "jdk.internal.util");

    private static final String FLAGS = "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED"
            + " --add-exports=java.base/sun.nio.ch=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow (the last from Java 24 on)";

    private static final Logger log = LoggerFactory.getLogger(JdkAccess.class);

    private JdkAccess() {}

    /** @throws JournalException INACCESSIBLE if the packages are closed and cannot be opened; names the flags that do it */
    static void ensure() {
        if (isOpen("java.lang.reflect") && isExported("sun.nio.ch")) {
            return;
        }
        try {
            open();
        } catch (Throwable failure) {
            // a method handle may throw anything, and whatever it is, the answer is the same
            throw new JournalException(
                    JournalException.Kind.INACCESSIBLE,
                    "The Chronicle journal needs JVM flags here: " + FLAGS + "; or choose journal=file",
                    failure);
        }
        log.debug("opened {} of java.base to the class path", NEEDED);
    }

    private static boolean isOpen(String packageName) {
        return Object.class.getModule().isOpen(packageName, JdkAccess.class.getModule());
    }

    private static boolean isExported(String packageName) {
        return Object.class.getModule().isExported(packageName, JdkAccess.class.getModule());
    }

    private static void open() throws Throwable {
        MethodHandles.Lookup trusted = trustedLookup();
        MethodHandle opens = trusted.findVirtual(
                Module.class, "implAddOpensToAllUnnamed", MethodType.methodType(void.class, String.class));
        Module base = Object.class.getModule();
        for (String packageName : NEEDED) {
            opens.invoke(base, packageName);
        }
        for (String packageName : WANTED) {
            if (base.getPackages().contains(packageName)) {
                opens.invoke(base, packageName);
            }
        }
    }

    /** The lookup that may do everything; by reflection, because the compiler warns of each mention of Unsafe. */
    private static MethodHandles.Lookup trustedLookup() throws ReflectiveOperationException {
        Class<?> unsafeClass = Class.forName("sun.misc.Unsafe");
        Field theUnsafe = unsafeClass.getDeclaredField("theUnsafe");
        theUnsafe.setAccessible(true);
        Object unsafe = theUnsafe.get(null);
        Field lookup = MethodHandles.Lookup.class.getDeclaredField("IMPL_LOOKUP");
        Object base = unsafeClass.getMethod("staticFieldBase", Field.class).invoke(unsafe, lookup);
        Object offset = unsafeClass.getMethod("staticFieldOffset", Field.class).invoke(unsafe, lookup);
        return (MethodHandles.Lookup)
                unsafeClass.getMethod("getObject", Object.class, long.class).invoke(unsafe, base, offset);
    }
}
