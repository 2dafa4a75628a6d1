package io.angarium.examples.orders;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options that all commands share. */
final class Input {
    private static final int MAX_WORKERS = 64;

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    @Option(
            names = "--file",
            paramLabel = "FILE",
            description =
                    "orders: CSV with a header line (.csv) or JSON lines (.jsonl, .ndjson), UTF-8; columns order_id,"
                            + " placed_at, customer_id, customer, country, sku, product, quantity, unit_price, payment, channel."
                            + " Default: the sample that comes with this example")
    private @Nullable Path file;

    @Option(
            names = "--workers",
            paramLabel = "N",
            defaultValue = "3",
            description = "workers for each subscription, 1 to " + MAX_WORKERS + " (default: ${DEFAULT-VALUE})")
    private int workers = 3;

    OrderFile file() {
        return new OrderFile(file);
    }

    int workers() {
        if ((workers < 1 || workers > MAX_WORKERS) && command != null) {
            throw new ParameterException(
                    command.commandLine(), "--workers is " + workers + ", allowed: 1 to " + MAX_WORKERS);
        }
        return workers;
    }

    /** The options again, for another process. */
    List<String> arguments() {
        String count = String.valueOf(workers);
        return file == null
                ? List.of("--workers", count)
                : List.of("--workers", count, "--file", file.toAbsolutePath().toString());
    }
}
