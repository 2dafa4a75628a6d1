package io.angarium.examples.orders;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.Map;

/** JSON lines: one object on each line. */
final class JsonLines implements LineFormat {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @Override
    public boolean hasHeader() {
        return false;
    }

    @Override
    public void header(String line) {
        throw new AssertionError("lines of JSON have no header");
    }

    @Override
    public Map<String, String> fields(String line) throws BadLineException {
        JsonNode object;
        try {
            object = MAPPER.readTree(line);
        } catch (JsonProcessingException e) {
            throw new BadLineException("not a line of JSON: " + e.getOriginalMessage(), e);
        }
        if (!(object instanceof ObjectNode)) {
            throw new BadLineException("not an object of JSON, but " + object.getNodeType());
        }
        Map<String, String> fields = new HashMap<>();
        object.properties().forEach(field -> fields.put(field.getKey(), text(field.getValue())));
        return fields;
    }

    /** A price such as 12.50 keeps its digits; nothing is nothing. */
    private static String text(JsonNode value) {
        return value.isNull() ? "" : value.isNumber() ? value.decimalValue().toPlainString() : value.asText();
    }
}
