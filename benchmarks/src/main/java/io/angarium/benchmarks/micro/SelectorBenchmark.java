package io.angarium.benchmarks.micro;

import static java.util.Objects.requireNonNull;

import io.angarium.engine.core.filter.PropertySource;
import io.angarium.engine.core.filter.Selector;
import io.angarium.engine.core.filter.Selectors;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Selectors: parsed once for a consumer, evaluated for each message. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SelectorBenchmark {
    /** An equality, a rule with several conditions, and patterns. */
    @Param({
        "country = 'DE'",
        "country <> 'DE' AND (amount >= 500 OR (payment = 'invoice' AND amount * 1.19 BETWEEN 200 AND 400))",
        "sku LIKE 'BK-10_%' AND channel IN ('web', 'app') AND note IS NULL"
    })
    public String text = "";

    private final PropertySource message = Map.<String, Object>of(
            "country", "FR", "amount", 749.0, "payment", "invoice", "sku", "BK-1001", "channel", "web")::get;
    private Selector selector = parsed("TRUE = TRUE");

    /** Parses the selector. */
    @Setup
    public void prepare() {
        selector = parsed(text);
    }

    /** Text to tree. */
    @Benchmark
    public Selector parse() {
        return parsed(text);
    }

    /** One message. */
    @Benchmark
    public boolean matches() {
        return selector.matches(message);
    }

    private static Selector parsed(String text) {
        return requireNonNull(Selectors.parse(text), "only no text is no selector");
    }
}
