package io.angarium.examples.orders;

import java.util.Map;

/** How one line of a file is split into named values. */
interface LineFormat {
    /** Names of the columns that the first line of the file must give; false if lines name their values themselves. */
    boolean hasHeader();

    /**
     * Takes the first line, if {@link #hasHeader}.
     *
     * @throws BadLineException if a column that is needed is missing
     */
    void header(String line) throws BadLineException;

    /**
     * Splits a line.
     *
     * @throws BadLineException if it does not follow the format
     */
    Map<String, String> fields(String line) throws BadLineException;
}
