package io.angarium.examples.orders;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Locale;

/** One way through the file in a process of its own, killed and started again as often as planned. */
final class Run {
    private final Input input;
    private final Path folder;
    private final int expectedResults;
    private final int[] killAfterResults;
    private final String title;
    private final PrintStream out;
    private int kills;
    private String lastPrinted = "";

    /**
     * @param folder where it works; empty at first
     * @param expectedResults how many results there will be in the end
     * @param killAfterResults the process is killed when so many results were collected, ascending
     * @param title for the line of progress
     */
    Run(Input input, Path folder, int expectedResults, int[] killAfterResults, String title, PrintStream out) {
        this.input = input;
        this.folder = folder;
        this.expectedResults = expectedResults;
        this.killAfterResults = killAfterResults.clone();
        this.title = title;
        this.out = out;
    }

    /** Works until everything is done; returns how often the process was killed. */
    int finish() throws IOException, InterruptedException {
        ChildProcess child = new ChildProcess(input, folder);
        while (child.run(this::toBeKilled)) {
            kills++;
        }
        out.println();
        return kills;
    }

    private boolean toBeKilled(Progress.Snapshot now) {
        boolean kill = kills < killAfterResults.length && now.collected() >= killAfterResults[kills];
        String text = String.format(
                Locale.ROOT,
                "%-16s %3d %%  %,6d sent  %,6d of %,d results%s",
                title,
                100L * now.collected() / expectedResults,
                now.sent(),
                now.collected(),
                expectedResults,
                killAfterResults.length == 0
                        ? ""
                        : "  " + (kills + (kill ? 1 : 0)) + " of " + killAfterResults.length + " kills");
        if (!text.substring(0, 20).equals(lastPrinted) || kill || now.collected() == expectedResults) {
            lastPrinted = text.substring(0, 20);
            out.print("\r" + text);
            out.flush();
        }
        return kill;
    }
}
