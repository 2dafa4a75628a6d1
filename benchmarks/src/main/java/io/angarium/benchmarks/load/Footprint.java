package io.angarium.benchmarks.load;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.Locale;

/** What this JVM uses. */
final class Footprint {
    private Footprint() {}

    /** Heap in use after a full collection. */
    static long usedBytes() {
        for (int i = 0; i < 2; i++) { // the second collects what the first's cleaners let go
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** Open files of this process, or -1 where the system does not tell. */
    static long openFiles() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getOpenFileDescriptorCount()
                : -1;
    }

    /** The heap's limit, what is in use after a full collection, and the time spent in collections so far. */
    static String heap() {
        long gcMillis = ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                .sum();
        return String.format(
                Locale.ROOT,
                "heap of %,d MiB, %,d ms in collections, %,d MiB used after one",
                Runtime.getRuntime().maxMemory() >> 20,
                gcMillis,
                usedBytes() >> 20);
    }
}
