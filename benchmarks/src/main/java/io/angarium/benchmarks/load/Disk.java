package io.angarium.benchmarks.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/** What the disk of a folder can do. */
final class Disk {
    private static final int FORCES = 200;
    private static final int BLOCK_BYTES = 4096;
    private static final int READ_BYTES = 1 << 20;

    private Disk() {}

    /** Median time to write and force 4 KiB into an allocated file. */
    static long forceNanos(Path folder) throws IOException {
        Path file = folder.resolve("force");
        long[] nanos = new long[FORCES];
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer block = ByteBuffer.allocateDirect(BLOCK_BYTES);
            for (int i = 0; i < FORCES; i++) {
                channel.write(block.clear());
            }
            channel.force(true);
            channel.position(0);
            for (int i = 0; i < FORCES; i++) {
                long before = BenchmarkClock.nanos();
                channel.write(block.clear());
                channel.force(false);
                nanos[i] = BenchmarkClock.nanos() - before;
            }
        }
        Files.delete(file);
        Arrays.sort(nanos);
        return nanos[FORCES / 2];
    }

    /** Reads all files of a folder from begin to end; returns how many bytes. */
    static long read(Path folder) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(READ_BYTES);
        long bytes = 0;
        try (var files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
                    for (int read = channel.read(buffer.clear()); read >= 0; read = channel.read(buffer.clear())) {
                        bytes += read;
                    }
                }
            }
        }
        return bytes;
    }
}
