package io.angarium.jms.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.JMSException;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What each call of XAResource answers in each state of a branch (X/Open XA table 6-4, javax.transaction.xa). */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class XaStateTableTest {
    private static final String CALLS =
            "start join resume end fail suspend prepare commit1 commit2 rollback forget badStart badEnd";

    /** For each state, what the calls answer, in the order of {@link #CALLS}. */
    private static final String TABLE = """
            unknown    ok    NOTA  NOTA  NOTA  NOTA  NOTA  NOTA   NOTA  NOTA  NOTA  NOTA  INVAL INVAL
            active     PROTO PROTO PROTO ok    ok    ok    PROTO  PROTO PROTO PROTO PROTO PROTO INVAL
            suspended  DUPID PROTO ok    ok    ok    PROTO PROTO  PROTO PROTO PROTO PROTO INVAL INVAL
            idle       DUPID ok    PROTO PROTO PROTO PROTO ok     ok    PROTO ok    PROTO INVAL INVAL
            empty      DUPID ok    PROTO PROTO PROTO PROTO RDONLY ok    PROTO ok    PROTO INVAL INVAL
            failed     DUPID RB    PROTO PROTO PROTO PROTO RB     RB    PROTO ok    PROTO INVAL INVAL
            prepared   DUPID PROTO PROTO PROTO PROTO PROTO PROTO  PROTO ok    ok    PROTO INVAL INVAL
            elsewhere  ok    NOTA  NOTA  NOTA  NOTA  NOTA  PROTO  PROTO ok    ok    PROTO INVAL INVAL
            committed  ok    NOTA  NOTA  NOTA  NOTA  NOTA  NOTA   NOTA  NOTA  NOTA  NOTA  INVAL INVAL
            rolledBack ok    NOTA  NOTA  NOTA  NOTA  NOTA  NOTA   NOTA  NOTA  NOTA  NOTA  INVAL INVAL
            """;

    private static final Map<Integer, String> CODES = Map.of(
            XAException.XAER_NOTA, "NOTA",
            XAException.XAER_PROTO, "PROTO",
            XAException.XAER_DUPID, "DUPID",
            XAException.XAER_INVAL, "INVAL",
            XAException.XAER_RMFAIL, "RMFAIL",
            XAException.XAER_RMERR, "RMERR",
            XAException.XA_RBROLLBACK, "RB",
            XAException.XA_RBTIMEOUT, "RBTIMEOUT");

    private final TestBroker broker = new TestBroker();

    @BeforeAll
    void defineQueue() throws JMSException {
        broker.send(new io.angarium.jms.AngariumQueue("q"), "there");
    }

    @AfterAll
    void close() {
        broker.close();
    }

    static Stream<Arguments> cells() {
        String[] calls = CALLS.split(" ", -1);
        List<Arguments> cells = new ArrayList<>();
        TABLE.lines().forEach(line -> {
            String[] cell = line.split(" +", -1);
            for (int i = 0; i < calls.length; i++) {
                cells.add(Arguments.of(cell[0], calls[i], cell[i + 1]));
            }
        });
        return cells.stream();
    }

    private static void bring(XASession session, Xid xid, String state) throws Exception {
        XAResource resource = session.getXAResource();
        if (state.equals("unknown")) {
            return;
        }
        resource.start(xid, XAResource.TMNOFLAGS);
        if (!state.equals("empty")) {
            session.createProducer(session.createQueue("q")).send(session.createMessage());
        }
        if (state.equals("active")) {
            return;
        }
        resource.end(
                xid,
                switch (state) {
                    case "suspended" -> XAResource.TMSUSPEND;
                    case "failed" -> XAResource.TMFAIL;
                    default -> XAResource.TMSUCCESS;
                });
        switch (state) {
            case "prepared", "elsewhere" -> resource.prepare(xid);
            case "committed" -> resource.commit(xid, true);
            case "rolledBack" -> resource.rollback(xid);
            default -> assertThat(state).isIn("suspended", "failed", "idle", "empty");
        }
    }

    private static String call(XAResource resource, Xid xid, String call) {
        try {
            switch (call) {
                case "start" -> resource.start(xid, XAResource.TMNOFLAGS);
                case "join" -> resource.start(xid, XAResource.TMJOIN);
                case "resume" -> resource.start(xid, XAResource.TMRESUME);
                case "badStart" -> resource.start(xid, XAResource.TMFAIL);
                case "end" -> resource.end(xid, XAResource.TMSUCCESS);
                case "fail" -> resource.end(xid, XAResource.TMFAIL);
                case "suspend" -> resource.end(xid, XAResource.TMSUSPEND);
                case "badEnd" -> resource.end(xid, XAResource.TMJOIN);
                case "prepare" -> {
                    return resource.prepare(xid) == XAResource.XA_OK ? "ok" : "RDONLY";
                }
                case "commit1" -> resource.commit(xid, true);
                case "commit2" -> resource.commit(xid, false);
                case "rollback" -> resource.rollback(xid);
                default -> resource.forget(xid);
            }
            return "ok";
        } catch (XAException e) {
            assertThat(e).hasMessageContaining(" ");
            return CODES.getOrDefault(e.errorCode, "code " + e.errorCode);
        }
    }

    @ParameterizedTest(name = "{0}: {1} answers {2}")
    @MethodSource("cells")
    void eachCallAnswersInEachStateAsTheTableSays(String state, String call, String expected) throws Exception {
        Xid xid = TestXid.next();
        try (XAConnection other = broker.xaFactory().createXAConnection();
                XAConnection connection = broker.xaFactory().createXAConnection()) {
            XASession session = connection.createXASession();
            bring(state.equals("elsewhere") ? other.createXASession() : session, xid, state);

            String answer = call(session.getXAResource(), xid, call);

            assertThat(answer).isEqualTo(expected);
            cleanUp(session.getXAResource(), xid);
        }
    }

    /** So that closed connections leave no link open. */
    private static void cleanUp(XAResource resource, Xid xid) {
        call(resource, xid, "end");
        call(resource, xid, "rollback");
    }

    @ParameterizedTest
    @MethodSource("calls")
    void anXidThatIsNullIsInvalidForEachCall(String call) throws Exception {
        try (XAConnection connection = broker.xaFactory().createXAConnection()) {
            XAResource resource = connection.createXASession().getXAResource();

            assertThat(call(resource, nullXid(), call)).isEqualTo("INVAL");
            assertThat(call(resource, xid(-1, 4, 4), call)).isEqualTo("INVAL");
            assertThat(call(resource, xid(1, 65, 4), call)).isEqualTo("INVAL");
            assertThat(call(resource, xid(1, 4, 65), call)).isEqualTo("INVAL");
        }
    }

    static Stream<String> calls() {
        return Stream.of(CALLS.split(" ", -1));
    }

    @SuppressWarnings("NullAway") // a transaction manager may do it
    private static Xid nullXid() {
        return null;
    }

    private static Xid xid(int formatId, int globalBytes, int branchBytes) {
        return new Xid() {
            @Override
            public int getFormatId() {
                return formatId;
            }

            @Override
            public byte[] getGlobalTransactionId() {
                return new byte[globalBytes];
            }

            @Override
            public byte[] getBranchQualifier() {
                return new byte[branchBytes];
            }
        };
    }

    @ParameterizedTest
    @MethodSource("calls")
    void afterTheConnectionWasClosedNothingWorks(String call) throws Exception {
        XAConnection connection = broker.xaFactory().createXAConnection();
        XAResource resource = connection.createXASession().getXAResource();
        connection.close();

        assertThat(call(resource, TestXid.next(), call))
                .isIn(
                        switch (call) {
                            case "end", "fail", "suspend" -> List.of("NOTA");
                            case "badEnd" -> List.of("INVAL");
                            default -> List.of("RMFAIL");
                        });
    }

    @Test
    void aScanForRecoveryBeginsGoesOnAndEnds() throws Exception {
        Xid xid = TestXid.next();
        try (XAConnection connection = broker.xaFactory().createXAConnection()) {
            XASession session = connection.createXASession();
            bring(session, xid, "prepared");
            XAResource resource = session.getXAResource();

            assertThat(recover(resource, XAResource.TMNOFLAGS)).isEqualTo("INVAL");
            assertThat(recover(resource, XAResource.TMENDRSCAN)).isEqualTo("INVAL");
            assertThat(recover(resource, XAResource.TMJOIN)).isEqualTo("INVAL");
            assertThat(resource.recover(XAResource.TMSTARTRSCAN)).anyMatch(((TestXid) xid)::names);
            assertThat(resource.recover(XAResource.TMNOFLAGS)).isEmpty();
            assertThat(resource.recover(XAResource.TMENDRSCAN)).isEmpty();
            assertThat(recover(resource, XAResource.TMENDRSCAN)).isEqualTo("INVAL");
            assertThat(resource.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN))
                    .anyMatch(((TestXid) xid)::names);
            resource.rollback(xid);
            assertThat(resource.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN))
                    .noneMatch(((TestXid) xid)::names);
        }
    }

    private static String recover(XAResource resource, int flags) {
        try {
            resource.recover(flags);
            return "ok";
        } catch (XAException e) {
            return CODES.getOrDefault(e.errorCode, "code " + e.errorCode);
        }
    }
}
