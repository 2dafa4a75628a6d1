package io.angarium.engine.runtime;

import static java.util.Objects.requireNonNull;

import io.angarium.engine.admin.EntityStatistics;
import io.angarium.engine.admin.JournalKind;
import io.angarium.engine.admin.Limits;
import io.angarium.engine.admin.StoreStatistics;
import io.angarium.engine.clock.BrokerClock;
import io.angarium.engine.core.Decision;
import io.angarium.engine.core.NamespaceCore;
import io.angarium.engine.core.NamespacePolicy;
import io.angarium.engine.journal.Journal;
import io.angarium.engine.journal.JournalException;
import io.angarium.protocol.Address;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.BrokerLink;
import io.angarium.protocol.EntitySettings;
import io.angarium.protocol.ErrorReason;
import io.angarium.protocol.LinkInfo;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running broker: a namespace, its store and its threads, put together. Thread-safe. */
public final class Engine {
    private static final Logger LOG = LoggerFactory.getLogger(Engine.class);
    private static final int PURGE_AT_ONCE = 1000;

    private final Setup setup;
    private final String instance;
    private final Namespace namespace;
    private final Background.Worker progress;
    private final Background.Worker cleaning;
    private final List<Path> throwAway;
    private final Instant openedAt;
    private final Duration replayTime;
    private final AtomicBoolean closed = new AtomicBoolean();
    private long lastLink;

    /**
     * What an engine is made of.
     *
     * @param name of the broker
     * @param version of the broker
     * @param store folder, or null for a throw-away store
     * @param kind how the store is written
     * @param clock its time
     * @param policy what is allowed
     * @param limits sizes and budgets
     */
    public record Setup(
            String name,
            String version,
            @Nullable Path store,
            JournalKind kind,
            BrokerClock clock,
            NamespacePolicy policy,
            Limits limits) {}

    /**
     * Starts on an open journal.
     *
     * @param spill opens the journal that non-persistent messages are spilled to, when it is needed
     * @param throwAway folders that are deleted at the close
     * @param background threads, or what a simulation has instead
     */
    Engine(Setup setup, Journal journal, Supplier<Journal> spill, List<Path> throwAway, Background background) {
        this.setup = setup;
        this.throwAway = List.copyOf(throwAway);
        instance = UUID.randomUUID().toString();
        VolatileStore volatileStore = new VolatileStore(setup.limits.volatileBytes(), spill);
        namespace = new Namespace(setup.name, setup.clock, setup.limits, setup.policy, journal, volatileStore);
        progress = background.worker("angarium-" + setup.name + "-replies", namespace::progressed);
        namespace.progressWorker(progress);
        Cleaner[] cleaner = new Cleaner[1];
        cleaning = background.worker("angarium-" + setup.name + "-cleaner", () -> cleaner[0].run());
        cleaner[0] = new Cleaner(namespace, cleaning::wake);
        volatileStore.whenWanted(cleaning::wake);
        journal.onProgress(new Progress());
        long startMillis = setup.clock.currentTimeMillis();
        long records = Recovery.run(namespace);
        replayTime = Duration.ofMillis(setup.clock.currentTimeMillis() - startMillis);
        Recovery.open(namespace);
        namespace.gate().durable(journal.durableRecord());
        openedAt = Instant.ofEpochMilli(setup.clock.currentTimeMillis());
        LOG.info(
                "broker {}: opened {}, {} records in {} ms",
                setup.name,
                setup.store == null ? "a throw-away store" : setup.store,
                records,
                replayTime.toMillis());
        cleaning.wake();
    }

    /**
     * Opens a broker's store, replays it, and starts its threads.
     *
     * @throws BrokerException STORE_UNUSABLE
     */
    public static Engine open(Setup setup) {
        Path temporary = setup.store == null ? Stores.temporaryFolder(setup.name) : null;
        Path folder = temporary == null ? requireNonNull(setup.store) : temporary.resolve("store");
        // beside the store, not in it: it has no part in a backup
        Path spill = folder.resolveSibling(folder.getFileName() + ".spill");
        Journal journal = null;
        try {
            journal = temporary == null
                    ? Stores.open(folder, setup.kind, setup.limits)
                    : Stores.openThrowAway(folder, setup.limits);
            Stores.delete(spill);
            return new Engine(
                    setup,
                    journal,
                    () -> Stores.openThrowAway(spill, setup.limits),
                    temporary == null ? List.of(spill) : List.of(temporary),
                    ThreadWorker::new);
        } catch (JournalException e) {
            if (journal != null) {
                journal.close();
            }
            Stores.delete(temporary);
            throw Stores.unusable(setup.name, e);
        }
    }

    /** In the journal's thread. */
    private final class Progress implements Journal.ProgressListener {
        @Override
        public void durable(long record) {
            namespace.gate().durable(record);
            progress.wake();
            cleaning.wake();
        }

        @Override
        public void roomAgain() {
            progress.wake();
        }

        @Override
        public void failed(JournalException cause) {
            namespace.fail(String.valueOf(cause.getMessage()), cause);
            progress.wake();
        }
    }

    /**
     * A new link.
     *
     * @param clientOptions handed on to the client
     * @param whenClosed called when the broker ends the link
     * @param ended called once when the link has ended, whoever ended it
     */
    public BrokerLink link(Map<String, String> clientOptions, Consumer<BrokerException> whenClosed, Runnable ended) {
        namespace.enter();
        try {
            LinkInfo info = new LinkInfo(
                    setup.name,
                    setup.version,
                    instance + "-" + ++lastLink,
                    setup.limits.maxMessageBytes(),
                    false,
                    clientOptions);
            NamespaceLink link = new NamespaceLink(namespace, info, whenClosed, ended);
            namespace.links().add(link);
            return link;
        } finally {
            namespace.leave();
        }
    }

    // ---- administration

    /** What an administrator asks of the core. */
    private interface Operation<R> {
        Decision<R> decide(NamespaceCore core, long nowMillis);
    }

    private <R> R administer(Operation<R> operation) {
        CompletableFuture<R> future = new CompletableFuture<>();
        namespace.enter();
        try {
            Decision<R> decision = operation.decide(namespace.core(), namespace.now());
            namespace.reply(namespace.carryOut(decision, List.of(), true), 0, future, decision.reply());
        } catch (JournalException e) {
            throw namespace.translate(e);
        } finally {
            namespace.leave();
        }
        try {
            return future.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof BrokerException broker ? broker : e;
        }
    }

    /** Creates an entity or gives it other settings; blocks until that is on disk. */
    public void define(Address address, EntitySettings settings) {
        administer((core, now) -> core.define(address, settings, now));
    }

    /** Deletes an entity with everything in it; blocks until that is on disk. */
    public void delete(Address address) {
        administer((core, now) -> core.delete(address, now));
    }

    /** Deletes the messages of an entity that no receiver has; returns how many. */
    public long purge(Address address) {
        long purged = 0;
        int step;
        do {
            step = administer((core, now) -> core.purge(address, PURGE_AT_ONCE, now));
            purged += step;
        } while (step == PURGE_AT_ONCE);
        return purged;
    }

    /** The figures of all entities, by path. */
    public List<EntityStatistics> entities() {
        namespace.enter();
        try {
            return namespace.core().statuses().stream().map(Figures::of).toList();
        } finally {
            namespace.leave();
        }
    }

    /** The figures of the store. */
    public StoreStatistics store() {
        Journal.Statistics journal = namespace.journal().statistics();
        namespace.enter();
        try {
            return new StoreStatistics(
                    openedAt,
                    replayTime,
                    journal.segments(),
                    journal.diskBytes(),
                    journal.liveBytes(),
                    journal.pendingBytes(),
                    journal.flushes(),
                    journal.full(),
                    namespace.waitingRoom().size(),
                    namespace.volatileStore().memoryBytes());
        } finally {
            namespace.leave();
        }
    }

    /** Ends all links, writes everything and closes the store; a throw-away store is deleted. A second call does nothing. */
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        BrokerException cause = new BrokerException(ErrorReason.CLOSED, "broker " + setup.name + " was closed");
        List<NamespaceLink> links;
        namespace.enter();
        try {
            links = namespace.links().open();
            namespace.waitingRoom().failAll(cause);
        } finally {
            namespace.leave();
        }
        links.forEach(link -> link.endedByBroker(cause));
        namespace.timers().close();
        cleaning.close();
        try {
            namespace.journal().close();
        } catch (JournalException e) {
            LOG.error("broker {}: the store did not close well", setup.name, e);
        }
        namespace.gate().fail(cause);
        progress.close();
        namespace.gate().release();
        namespace.volatileStore().close();
        throwAway.forEach(Stores::delete);
        LOG.info("broker {}: closed", setup.name);
    }
}
