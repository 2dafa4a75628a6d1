package io.angarium.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ShardLineTest {
    static Stream<ShardLine> lines() {
        return Stream.of(
                new ShardLine.Found(903),
                new ShardLine.Started("a.One", "test"),
                new ShardLine.Finished(new Outcome(
                        Suite.JORAM,
                        "a.One",
                        "test",
                        Outcome.Status.FAILED,
                        17,
                        "why\tand\nwhere",
                        "a log\n\twith tabs\n")),
                new ShardLine.Finished(new Outcome(Suite.TCK, "a.One", "test", Outcome.Status.PASSED, 1, "", "")),
                new ShardLine.Ended());
    }

    @ParameterizedTest
    @MethodSource("lines")
    void whatIsWrittenInOneLineIsRead(ShardLine line) {
        String written = line.write();

        assertThat(written.lines()).hasSize(1);
        assertThat(ShardLine.read(written)).contains(line);
    }

    @Test
    void whatTheJvmSaysIsNoLine() {
        assertThat(ShardLine.read("WARNING: something is deprecated")).isEmpty();
    }

    @Test
    void aPlanIsReadFromItsArguments() {
        ShardPlan plan = plan(1, 4, "core20");

        assertThat(ShardPlan.of(plan.arguments().toArray(String[]::new)))
                .usingRecursiveComparison()
                .withEqualsForType((a, b) -> a.pattern().equals(b.pattern()), Pattern.class)
                .isEqualTo(plan);
    }

    @Test
    void eachTestThatIsIncludedBelongsToOneShard() {
        List<String> tests =
                IntStream.range(0, 200).mapToObj(i -> "a.Some#test" + i).toList();

        for (String test : tests) {
            assertThat(IntStream.range(0, 4).filter(shard -> plan(shard, 4, "").has(test)))
                    .as(test)
                    .hasSize(1);
        }
        assertThat(plan(0, 1, "test7$").has("a.Some#test7")).isTrue();
        assertThat(plan(0, 1, "test7$").has("a.Some#test8")).isFalse();
    }

    private static ShardPlan plan(int shard, int shards, String include) {
        return new ShardPlan(
                Suite.TCK,
                List.of(Path.of("/a.jar"), Path.of("/b.jar")),
                Pattern.compile(include),
                shard,
                shards,
                Reset.each,
                StoreKind.chronicle,
                90,
                Path.of("/done.txt"));
    }
}
