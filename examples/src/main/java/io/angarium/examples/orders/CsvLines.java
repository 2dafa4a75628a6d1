package io.angarium.examples.orders;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Comma-separated values (RFC 4180) with a header line and one order on each line. Lines are split one by one, so that a
 * quote that somebody forgot to close spoils its own line and not those that follow.
 */
final class CsvLines implements LineFormat {
    private static final ObjectReader ROW =
            new CsvMapper().readerFor(String[].class).with(CsvParser.Feature.WRAP_AS_ARRAY);

    private List<String> columns = List.of();

    @Override
    public boolean hasHeader() {
        return true;
    }

    @Override
    public void header(String line) throws BadLineException {
        columns = split(line).stream().map(String::strip).toList();
        List<String> missing = new ArrayList<>(Order.COLUMNS);
        missing.removeAll(columns);
        if (!missing.isEmpty()) {
            throw new BadLineException("the header has no column " + String.join(", ", missing) + "; it has "
                    + String.join(", ", columns));
        }
    }

    @Override
    public Map<String, String> fields(String line) throws BadLineException {
        List<String> values = split(line);
        if (values.size() != columns.size()) {
            throw new BadLineException(values.size() + " values, but the header has " + columns.size() + " columns");
        }
        Map<String, String> fields = new HashMap<>();
        for (int i = 0; i < values.size(); i++) {
            fields.put(columns.get(i), values.get(i));
        }
        return fields;
    }

    private static List<String> split(String line) throws BadLineException {
        try (MappingIterator<String[]> rows = ROW.readValues(line)) {
            return List.of(rows.nextValue());
        } catch (JsonProcessingException e) {
            throw new BadLineException("not a line of CSV: " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory", e);
        }
    }
}
