package io.angarium.tck.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Closing, stopping and starting while others use the same connection: nobody hangs, and no message is lost or doubled. */
@ConformanceTest
class RaceRulesTest {
    private static final int ROUNDS = 12;
    private static final int MESSAGES = 20;

    private static List<String> numbered() {
        return IntStream.range(0, MESSAGES).mapToObj(i -> "m" + i).toList();
    }

    /** Runs all of them at the same time and waits for them. */
    private static void together(List<RaceStep> steps, String seed) throws Exception {
        CyclicBarrier begin = new CyclicBarrier(steps.size());
        List<CompletableFuture<@Nullable Object>> running = new ArrayList<>();
        for (RaceStep step : steps) {
            running.add(Jms.async(() -> {
                begin.await(Jms.PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
                step.run();
                return null;
            }));
        }
        for (CompletableFuture<@Nullable Object> each : running) {
            assertThat(each).as(seed).succeedsWithin(Jms.PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    @FunctionalInterface
    private interface RaceStep {
        void run() throws Exception;
    }

    /** Receives and acknowledges until its session is closed; notes what was acknowledged for sure. */
    private static void consume(Session session, MessageConsumer consumer, List<String> done, List<String> doubtful) {
        try {
            for (Message next = consumer.receive(); next != null; next = consumer.receive()) {
                String text = Jms.text(next);
                doubtful.add(text);
                if (session.getTransacted()) {
                    session.commit();
                } else {
                    next.acknowledge();
                }
                doubtful.remove(text);
                done.add(text);
            }
        } catch (JMSException closed) {
            // the close came in between; what was being settled may or may not have been
            assertThat(closed).isNotNull();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    @Section({"6.1.8", "6.2.15"})
    void closingWhileOthersReceiveLosesAndDoublesNothing(long seed, Jms jms) throws Exception {
        Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            Queue queue = jms.newQueue();
            jms.send(queue, numbered().toArray(String[]::new));
            Connection connection = jms.started();
            List<String> done = new CopyOnWriteArrayList<>();
            List<String> doubtful = new CopyOnWriteArrayList<>();
            int mode = random.nextBoolean() ? Session.CLIENT_ACKNOWLEDGE : Session.SESSION_TRANSACTED;
            List<RaceStep> steps = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                Session session = connection.createSession(mode);
                MessageConsumer consumer = session.createConsumer(queue);
                steps.add(() -> consume(session, consumer, done, doubtful));
            }
            int pauseMillis = random.nextInt(4);
            steps.add(() -> {
                Jms.passTime(pauseMillis);
                connection.close();
            });

            together(steps, "seed " + seed + ", round " + round);

            List<String> rest = jms.drain(queue);
            String what = "seed " + seed + ", round " + round + ": done " + done + ", doubtful " + doubtful + ", rest "
                    + rest;
            assertThat(rest).as(what).doesNotHaveDuplicates().noneMatch(done::contains);
            List<String> all = new ArrayList<>(done);
            all.addAll(rest);
            all.addAll(doubtful);
            assertThat(numbered()).as(what).allMatch(all::contains);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12})
    @Section({"6.1.5", "8.7"})
    void stoppingAndStartingUnderAListenerLosesAndDoublesNothing(long seed, Jms jms) throws Exception {
        Random random = new Random(seed);
        Queue queue = jms.newQueue();
        Connection connection = jms.started();
        List<String> seen = new CopyOnWriteArrayList<>();
        List<Throwable> failures = new CopyOnWriteArrayList<>();
        connection.createSession().createConsumer(queue).setMessageListener(message -> {
            try {
                seen.add(Jms.text(message));
            } catch (JMSException | RuntimeException e) {
                failures.add(e);
            }
        });
        List<String> sent = IntStream.range(0, 200).mapToObj(i -> "m" + i).toList();
        int[] pauses = random.ints(20, 0, 3).toArray();

        together(
                List.of(() -> jms.send(queue, sent.toArray(String[]::new)), () -> {
                    for (int pause : pauses) {
                        connection.stop();
                        int before = seen.size();
                        Jms.passTime(pause);
                        assertThat(seen).hasSize(before);
                        connection.start();
                        Jms.passTime(pause);
                    }
                }),
                "seed " + seed);
        for (long waited = 0; seen.size() < sent.size() && waited < Jms.PATIENCE_MILLIS; waited += 20) {
            Jms.passTime(20);
        }
        connection.close();

        assertThat(seen).as("seed " + seed).isEqualTo(sent);
        assertThat(failures).isEmpty();
        assertThat(jms.drain(queue)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {21, 22})
    @Section({"6.1.8", "6.2.7"})
    void aConnectionClosedUnderSendersHasTakenEachTransactionAsAWholeOrNotAtAll(long seed, Jms jms) throws Exception {
        Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            Queue queue = jms.newQueue();
            Connection connection = jms.connection();
            List<String> committed = new CopyOnWriteArrayList<>();
            List<RaceStep> steps = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                Session session = connection.createSession(Session.SESSION_TRANSACTED);
                MessageProducer producer = session.createProducer(queue);
                String name = "s" + i;
                steps.add(() -> sendUntilClosed(session, producer, name, committed));
            }
            int pauseMillis = random.nextInt(6);
            steps.add(() -> {
                Jms.passTime(pauseMillis);
                connection.close();
            });

            together(steps, "seed " + seed + ", round " + round);

            List<String> there = jms.drain(queue);
            assertThat(there).doesNotHaveDuplicates();
            for (String name : List.of("s0", "s1")) {
                List<String> own =
                        there.stream().filter(text -> text.startsWith(name)).toList();
                List<String> expected = new ArrayList<>();
                for (int n = 0; n < own.size() / 2; n++) {
                    expected.addAll(List.of(name + "." + n + "a", name + "." + n + "b"));
                }
                assertThat(own).as("seed " + seed + ", round " + round).isEqualTo(expected);
            }
            assertThat(committed).as("seed " + seed + ", round " + round).allMatch(there::contains);
        }
    }

    private static void sendUntilClosed(
            Session session, MessageProducer producer, String name, List<String> committed) {
        try {
            for (int n = 0; true; n++) {
                producer.send(session.createTextMessage(name + "." + n + "a"));
                producer.send(session.createTextMessage(name + "." + n + "b"));
                session.commit();
                committed.add(name + "." + n + "a");
            }
        } catch (JMSException closed) {
            assertThat(closed).isNotNull();
        }
    }
}
