package io.angarium.examples.orders;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** One process of the shop: sends all orders of the file, processes them and collects the results, then ends. */
@Command(
        name = "work",
        description = "Sends, processes and collects all orders of the file in this process. Started again on the same"
                + " folder after a crash, it ends with the same result.",
        mixinStandardHelpOptions = true)
final class Work implements Callable<Integer> {
    private static final int TIMEOUT_MINUTES = 10;

    @Mixin
    private Input input = new Input();

    @Option(
            names = "--folder",
            required = true,
            paramLabel = "DIR",
            description = "where the broker's store and the ledger of results are, or will be")
    private Path folder = Path.of("");

    @Override
    public Integer call() throws IOException, NamingException, InterruptedException {
        Files.createDirectories(folder);
        run(new Progress(System.out));
        return 0;
    }

    private void run(Progress progress) throws IOException, NamingException, InterruptedException {
        Shop shop = Shop.lookUp(Folder.store(folder));
        AtomicBoolean allSent = new AtomicBoolean();
        AtomicBoolean allProcessed = new AtomicBoolean();
        List<Worker> workers = new ArrayList<>();
        ExecutorService threads = Executors.newCachedThreadPool(); // as many as tasks: workers and two
        try (Ledger ledger = Ledger.open(Folder.ledger(folder))) {
            for (ShopRule rule : ShopRule.values()) {
                for (int i = 0; i < input.workers(); i++) {
                    workers.add(new Worker(shop, rule, progress, allSent::get));
                }
            }
            Future<?> feeding = threads.submit(new Feeder(shop, input.file(), progress, allSent));
            Future<?> collecting = threads.submit(new Collector(shop, ledger, progress, allProcessed::get));
            List<Future<@Nullable Void>> working = new ArrayList<>();
            workers.forEach(worker -> working.add(threads.submit(worker)));
            await(feeding);
            for (Future<?> worker : working) {
                await(worker);
            }
            allProcessed.set(true);
            await(collecting);
        } finally {
            threads.shutdownNow();
            workers.forEach(Worker::close);
        }
    }

    private static void await(Future<?> task) throws InterruptedException {
        try {
            task.get(TIMEOUT_MINUTES, TimeUnit.MINUTES);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause
                    ? cause
                    : new IllegalStateException(String.valueOf(e.getCause()), e.getCause());
        } catch (TimeoutException e) {
            throw new IllegalStateException("not finished after " + TIMEOUT_MINUTES + " minutes", e);
        }
    }
}
