package io.angarium.engine;

import io.angarium.engine.admin.VerifyReport;
import io.angarium.engine.runtime.Verification;
import io.angarium.protocol.BrokerException;
import java.nio.file.Path;

/** Checks a store that no broker has open: {@code java ... io.angarium.engine.StoreVerifier STORE}. */
public final class StoreVerifier {
    private StoreVerifier() {}

    /**
     * Reads a whole store and checks that no message was lost or invented, in each entity. No file is made, changed or deleted, so that
     * the folder need not be writable; a broker cannot open the store meanwhile.
     *
     * @throws BrokerException STORE_UNUSABLE if it is in use, foreign, not accessible, or too damaged to be replayed
     */
    public static VerifyReport verify(Path store) {
        return Verification.run(store);
    }

    /** Prints the report; ends with 0 if all is well, 1 if the books do not agree, 2 if the store cannot be read. */
    public static void main(String[] arguments) {
        System.exit(run(arguments));
    }

    private static int run(String[] arguments) {
        if (arguments.length != 1) {
            System.err.println("usage: StoreVerifier STORE");
            return 2;
        }
        try {
            VerifyReport report = verify(Path.of(arguments[0]));
            System.out.print(report.toTable());
            return report.sound() ? 0 : 1;
        } catch (BrokerException e) {
            System.err.println(e.getMessage());
            return 2;
        }
    }
}
