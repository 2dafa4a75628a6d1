package io.angarium.examples.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OrderFileTest {
    private static final String HEADER =
            "order_id,placed_at,customer_id,customer,country,sku,product,quantity,unit_price,payment,channel";
    private static final String GOOD =
            "W-1,2026-11-27T08:00:00+01:00,C1,Jürgen Müller,DE,TB-2201,\"Inner tube 28\"\", Dunlop valve\",2,5.95,card,web";

    @TempDir
    private Path folder = Path.of("");

    @Test
    void aLineOfCsvWithQuotesAndUmlautsIsAnOrder() throws IOException {
        OrderFile file = file("orders.csv", HEADER, GOOD);

        List<OrderFile.Line> lines = lines(file);

        assertThat(lines).singleElement().isInstanceOfSatisfying(OrderFile.Accepted.class, line -> {
            assertThat(line.order().customer()).isEqualTo("Jürgen Müller");
            assertThat(line.order().product()).isEqualTo("Inner tube 28\", Dunlop valve");
            assertThat(line.order().amountCents()).isEqualTo(1190);
        });
    }

    @Test
    void columnsMayStandInAnyOrderAndMoreOfThemThanNeeded() throws IOException {
        OrderFile file = file(
                "orders.csv",
                "note,channel,payment,unit_price,quantity,product,sku,country,customer,customer_id,placed_at,order_id",
                "gift,web,card,5.95,2,Tube,TB-2201,DE,Mia Koch,C1,2026-11-27T08:00:00Z,W-1");

        assertThat(lines(file)).singleElement().isInstanceOf(OrderFile.Accepted.class);
    }

    @Test
    void aLineOfJsonIsAnOrder() throws IOException {
        OrderFile file = file(
                "orders.jsonl",
                "{\"order_id\":\"W-1\",\"placed_at\":\"2026-11-27T08:00:00Z\",\"customer_id\":\"C1\",\"customer\":\"Mia\","
                        + "\"country\":\"FR\",\"sku\":\"S\",\"product\":\"P\",\"quantity\":2,\"unit_price\":12.50,"
                        + "\"payment\":\"card\",\"channel\":\"app\"}");

        assertThat(lines(file))
                .singleElement()
                .isInstanceOfSatisfying(
                        OrderFile.Accepted.class,
                        line -> assertThat(line.order().amountCents()).isEqualTo(2500));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            two          | 5.95  | DE | quantity is 'two'; a whole number from 1 to 9999 is needed
            0            | 5.95  | DE | quantity is '0'; a whole number from 1 to 9999 is needed
            -1           | 5.95  | DE | quantity is '-1'; a whole number from 1 to 9999 is needed
            2            | 5.955 | DE | unit_price is '5.955'; a price such as 24.95 is needed
            2            | 5.95  | D  | country is 'D'; a code of two letters such as DE is needed
            2            | 5.95  | '' | country is empty
            """)
    void aValueThatDoesNotFitIsNamedWithFileAndLine(String quantity, String price, String country, String expected)
            throws IOException {
        OrderFile file = file(
                "orders.csv",
                HEADER,
                GOOD,
                "W-2,2026-11-27T08:00:00Z,C1,Mia," + country + ",S,P," + quantity + "," + price + ",card,web");

        assertThat(lines(file).get(1))
                .isEqualTo(new OrderFile.Rejected(folder.resolve("orders.csv") + ", line 3: " + expected));
    }

    @Test
    void aQuoteThatIsNotClosedSpoilsItsOwnLineOnly() throws IOException {
        OrderFile file = file("orders.csv", HEADER, GOOD.replace("\"\", Dunlop valve\"", ""), GOOD);

        List<OrderFile.Line> lines = lines(file);

        assertThat(lines.get(0))
                .isInstanceOfSatisfying(
                        OrderFile.Rejected.class,
                        line -> assertThat(line.text()).contains("line 2: not a line of CSV"));
        assertThat(lines.get(1)).isInstanceOf(OrderFile.Accepted.class);
    }

    @Test
    void aLineWithTooFewValuesIsRejected() throws IOException {
        OrderFile file = file("orders.csv", HEADER, "W-1,2026-11-27T08:00:00Z");

        assertThat(lines(file))
                .singleElement()
                .isInstanceOfSatisfying(
                        OrderFile.Rejected.class,
                        line -> assertThat(line.text()).endsWith("line 2: 2 values, but the header has 11 columns"));
    }

    @Test
    void aMissingColumnIsNamedWithWhatIsThere() throws IOException {
        OrderFile file = file("orders.csv", HEADER.replace("quantity", "qty"), GOOD);

        assertThatThrownBy(() -> lines(file))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("orders.csv, line 1: the header has no column quantity; it has order_id,");
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        Path path = folder.resolve("no.csv");

        assertThatThrownBy(() -> lines(new OrderFile(path)))
                .isInstanceOf(BadInputException.class)
                .hasMessage(path + ": no such file");
    }

    @Test
    void aFolderAnUnknownFormatAnEmptyFileAndAnotherEncodingAreSaidToBeSo() throws IOException {
        Files.write(folder.resolve("latin.csv"), (HEADER + "\nMüller\n").getBytes(StandardCharsets.ISO_8859_1));
        Files.createDirectory(folder.resolve("folder.csv"));

        assertThatThrownBy(() -> lines(new OrderFile(folder.resolve("folder.csv"))))
                .hasMessageContaining("is a folder");
        assertThatThrownBy(() -> lines(new OrderFile(folder.resolve("orders.xlsx"))))
                .hasMessageContaining("the name must end in .csv, .jsonl or .ndjson");
        assertThatThrownBy(() -> lines(file("empty.csv"))).hasMessageContaining("the file is empty");
        assertThatThrownBy(() -> lines(new OrderFile(folder.resolve("latin.csv"))))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("not UTF-8");
    }

    @Test
    void theSampleHasDuplicatesMalformedLinesAndOrdersThatNobodyCanFulfil() {
        OrderBook book = OrderBook.of(new OrderFile(null));

        assertThat(book.lines()).isEqualTo(3016);
        assertThat(book.orders()).hasSize(2946);
        assertThat(book.duplicates()).isEqualTo(62);
        assertThat(book.rejected()).hasSize(8);
        assertThat(book.orders().values().stream().filter(order -> Fulfilment.refusal(order) != null))
                .hasSize(13);
    }

    private OrderFile file(String name, String... lines) throws IOException {
        return new OrderFile(Files.write(folder.resolve(name), List.of(lines)));
    }

    private static List<OrderFile.Line> lines(OrderFile file) {
        List<OrderFile.Line> lines = new ArrayList<>();
        file.read(lines::add);
        return lines;
    }
}
