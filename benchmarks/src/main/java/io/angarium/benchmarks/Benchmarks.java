package io.angarium.benchmarks;

import io.angarium.benchmarks.load.Backlog;
import io.angarium.benchmarks.load.Duplicates;
import io.angarium.benchmarks.load.Entities;
import io.angarium.benchmarks.load.Journals;
import io.angarium.benchmarks.load.Sends;
import io.angarium.benchmarks.micro.Micro;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Lists the benchmarks and runs one. */
@Command(
        name = "benchmarks",
        description = "Benchmarks of Angarium. Each prints a table; compare figures of one run only.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        subcommands = {Micro.class, Sends.class, Journals.class, Backlog.class, Duplicates.class, Entities.class})
public final class Benchmarks implements Runnable {
    /** Runs the command line; ends the JVM with its exit code. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Benchmarks()).execute(arguments));
    }

    @Override
    public void run() {
        CommandLine.usage(this, System.out);
    }
}
