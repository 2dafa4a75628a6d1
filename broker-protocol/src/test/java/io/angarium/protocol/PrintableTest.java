package io.angarium.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrintableTest {
    @Test
    void whatIsPrintableStaysAsItIs() {
        String text = "queue 'größe/Ⅷ 😀': 5 < 6 \\ \"quoted\"";

        assertThat(Printable.of(text)).isSameAs(text);
    }

    @Test
    void aTextCannotBeginANewLineOrColourATerminal() {
        assertThat(Printable.of("a\r\nb\tc\u001b[31m\u0000d\u007fe\u0085f\u2028g\u2029h"))
                .isEqualTo("a\\u000d\\u000ab\\u0009c\\u001b[31m\\u0000d\\u007fe\\u0085f\\u2028g\\u2029h");
    }

    @Test
    void aTextCannotTurnTheDirectionOfWritingAround() {
        assertThat(Printable.of("a\u202eb")).isEqualTo("a\\u202eb");
    }

    @Test
    void halfACharacterIsEscapedAndAWholeOneIsNot() {
        assertThat(Printable.of("\ud83d|\ude00|\ud83d\ude00")).isEqualTo("\\ud83d|\\ude00|\ud83d\ude00");
    }

    @Test
    void ofALongTextTheMiddleIsLeftOut() {
        String shown = Printable.of("begin" + "x".repeat(1 << 20) + "end");

        assertThat(shown)
                .hasSize(Printable.MOST_CHARACTERS)
                .startsWith("beginxxx")
                .endsWith("xxxend")
                .contains("x...x");
    }

    @Test
    void aTextOfNothingButControlCharactersIsNoLonger() {
        assertThat(Printable.of("\n".repeat(100_000))).hasSize(Printable.MOST_CHARACTERS);
    }

    @Test
    void theTextOfAnErrorIsPrintableWhateverItNames() {
        assertThat(new BrokerException(ErrorReason.CLOSED, "link 'a\nb' is closed"))
                .hasMessage("link 'a\\u000ab' is closed");
    }
}
