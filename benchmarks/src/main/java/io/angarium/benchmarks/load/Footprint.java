package io.angarium.benchmarks.load;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
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

    /** Largest use of the heap so far, and time spent in collections. */
    static String heapHistory() {
        long peak = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToLong(pool -> pool.getPeakUsage().getUsed())
                .sum();
        long gcMillis = ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                .sum();
        return String.format(
                Locale.ROOT,
                "heap at most %,d of %,d MiB, %,d ms in collections",
                peak >> 20,
                Runtime.getRuntime().maxMemory() >> 20,
                gcMillis);
    }
}
