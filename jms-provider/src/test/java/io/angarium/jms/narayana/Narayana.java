package io.angarium.jms.narayana;

import com.arjuna.ats.arjuna.common.CoreEnvironmentBeanException;
import com.arjuna.ats.arjuna.common.ObjectStoreEnvironmentBean;
import com.arjuna.ats.arjuna.common.arjPropertyManager;
import com.arjuna.ats.arjuna.common.recoveryPropertyManager;
import com.arjuna.ats.arjuna.recovery.RecoveryManager;
import com.arjuna.ats.internal.arjuna.recovery.AtomicActionRecoveryModule;
import com.arjuna.ats.internal.jta.recovery.arjunacore.JTANodeNameXAResourceOrphanFilter;
import com.arjuna.ats.internal.jta.recovery.arjunacore.JTATransactionLogXAResourceOrphanFilter;
import com.arjuna.ats.internal.jta.recovery.arjunacore.XARecoveryModule;
import com.arjuna.ats.jta.common.jtaPropertyManager;
import com.arjuna.ats.jta.recovery.XAResourceRecoveryHelper;
import com.arjuna.common.internal.util.propertyservice.BeanPopulator;
import jakarta.transaction.TransactionManager;
import java.nio.file.Path;
import java.util.List;
import javax.transaction.xa.XAResource;

/** Narayana in this JVM, which has one of it, with its log in a folder. */
final class Narayana {
    private static final String NODE = "1";

    private Narayana() {}

    /** For tests in one JVM, whatever classes they are in: the log can be opened once only. */
    private static final class Shared {
        static final TransactionManager MANAGER = open();

        private static TransactionManager open() {
            return start(Path.of("target", "narayana"));
        }
    }

    /** The transaction manager that the tests in this JVM share. */
    static TransactionManager shared() {
        return Shared.MANAGER;
    }

    /** The transaction manager; to be called once, before anything else of it. */
    static TransactionManager start(Path logs) {
        try {
            arjPropertyManager.getCoreEnvironmentBean().setNodeIdentifier(NODE);
        } catch (CoreEnvironmentBeanException e) {
            throw new IllegalStateException("the transaction manager does not take its name", e);
        }
        arjPropertyManager.getCoordinatorEnvironmentBean().setTransactionStatusManagerEnable(false);
        for (String store : new String[] {"default", "communicationStore", "stateStore"}) {
            BeanPopulator.getNamedInstance(ObjectStoreEnvironmentBean.class, store.equals("default") ? null : store)
                    .setObjectStoreDir(logs.toString());
        }
        return com.arjuna.ats.jta.TransactionManager.transactionManager();
    }

    /** A manager of recoveries that knows the resource; the caller lets it scan. */
    static RecoveryManager prepareRecovery(XAResource resource) {
        jtaPropertyManager.getJTAEnvironmentBean().setXaRecoveryNodes(List.of(NODE));
        jtaPropertyManager.getJTAEnvironmentBean().setOrphanSafetyInterval(1);
        jtaPropertyManager
                .getJTAEnvironmentBean()
                .setXaResourceOrphanFilterClassNames(List.of(
                        JTATransactionLogXAResourceOrphanFilter.class.getName(),
                        JTANodeNameXAResourceOrphanFilter.class.getName()));
        recoveryPropertyManager.getRecoveryEnvironmentBean().setRecoveryBackoffPeriod(1);
        recoveryPropertyManager
                .getRecoveryEnvironmentBean()
                .setRecoveryModuleClassNames(
                        List.of(AtomicActionRecoveryModule.class.getName(), XARecoveryModule.class.getName()));
        RecoveryManager manager = RecoveryManager.manager(RecoveryManager.DIRECT_MANAGEMENT);
        manager.initialize();
        for (Object module : manager.getModules()) {
            if (module instanceof XARecoveryModule recovery) {
                recovery.addXAResourceRecoveryHelper(new XAResourceRecoveryHelper() {
                    @Override
                    public boolean initialise(String properties) {
                        return true;
                    }

                    @Override
                    public XAResource[] getXAResources() {
                        return new XAResource[] {resource};
                    }
                });
            }
        }
        return manager;
    }
}
