package io.angarium.tck;

import io.angarium.engine.BrokerConfig;
import io.angarium.engine.admin.JournalKind;
import java.nio.file.Path;

/** What the brokers that the public suites connect to write to. */
enum StoreKind {
    /** A throw-away store. */
    none,
    /** A store in a folder, in files of Chronicle Queue. */
    chronicle,
    /** A store in a folder, in plain files. */
    file;

    /** The configuration with such a store. */
    BrokerConfig in(Path folder, BrokerConfig config) {
        return switch (this) {
            case none -> config;
            case chronicle -> config.withStore(folder, JournalKind.CHRONICLE);
            case file -> config.withStore(folder, JournalKind.FILE);
        };
    }
}
