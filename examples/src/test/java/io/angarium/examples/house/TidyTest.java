package io.angarium.examples.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.CatchTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** House rules that a compiler does not know; CONTRIBUTING.md has the reasons. Reads the sources of all modules. */
class TidyTest {
    private static final int MAX_METHOD_LINES = 100;
    private static final Pattern VAGUE_NAME =
            Pattern.compile(".*(Manager|Helper|Utils?|Handler|Processor|Data|Info|Impl|Base)");
    /** Established by the protocol, or by the name of the interface that they implement. */
    private static final Set<String> ALLOWED_NAMES = Set.of("LinkInfo", "MessageInfo", "AngariumMetaData");

    private static final List<String> findings = new ArrayList<>();

    @BeforeAll
    static void readSources() throws IOException {
        findings.clear();
        inspect(SourceTree.javaSources("main"), true);
        inspect(SourceTree.javaSources("test"), false);
    }

    @Test
    void everyPublicTypeAndMethodHasJavadoc() {
        assertThat(of("javadoc")).isEmpty();
    }

    @Test
    void noClassIsNamedAfterNothing() {
        assertThat(of("name")).isEmpty();
    }

    @Test
    void noExceptionIsSwallowed() {
        assertThat(of("catch")).isEmpty();
    }

    @Test
    void noMethodIsLongerThanAHundredLines() {
        assertThat(of("long")).isEmpty();
    }

    @Test
    void nobodySleepsNeitherInCodeNorInTests() {
        assertThat(of("sleep")).isEmpty();
    }

    @Test
    void noPublicMethodLocksItsObject() {
        assertThat(of("synchronized")).isEmpty();
    }

    @Test
    void everyPackageOfMainCodeIsNullMarked() throws IOException {
        Set<Path> missing = new TreeSet<>();
        for (Path source : SourceTree.javaSources("main")) {
            Path about = source.resolveSibling("package-info.java");
            if (!Files.exists(about) || !Files.readString(about).contains("@NullMarked")) {
                missing.add(SourceTree.root().relativize(about));
            }
        }

        assertThat(missing).isEmpty();
    }

    private static List<String> of(String rule) {
        return findings.stream().filter(text -> text.startsWith(rule + ":")).toList();
    }

    private static void inspect(List<Path> sources, boolean main) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, files, null, List.of("-proc:none"), null, files.getJavaFileObjectsFromPaths(sources));
            DocTrees docs = DocTrees.instance(task);
            for (CompilationUnitTree unit : task.parse()) {
                new Inspector(unit, docs, main).scan(unit, null);
            }
        }
    }

    /** Walks one source file and notes what is against a rule. */
    private static final class Inspector extends TreePathScanner<@Nullable Void, @Nullable Void> {
        private final CompilationUnitTree unit;
        private final DocTrees docs;
        private final boolean main;

        Inspector(CompilationUnitTree unit, DocTrees docs, boolean main) {
            this.unit = unit;
            this.docs = docs;
            this.main = main;
        }

        @Override
        public @Nullable Void visitClass(ClassTree node, @Nullable Void nothing) {
            String name = node.getSimpleName().toString();
            if (VAGUE_NAME.matcher(name).matches() && !ALLOWED_NAMES.contains(name)) {
                note("name", node, name + " says nothing; a class that cannot be named otherwise has two jobs");
            }
            if (main && reachable(getCurrentPath()) && docs.getDocComment(getCurrentPath()) == null) {
                note("javadoc", node, name + " is public");
            }
            return super.visitClass(node, null);
        }

        @Override
        public @Nullable Void visitMethod(MethodTree node, @Nullable Void nothing) {
            BlockTree body = node.getBody();
            if (body != null && line(body, true) - line(body, false) > MAX_METHOD_LINES) {
                note("long", node, node.getName() + " has more than " + MAX_METHOD_LINES + " lines");
            }
            Set<Modifier> modifiers = node.getModifiers().getFlags();
            if (main && reachable(getCurrentPath())) {
                if (modifiers.contains(Modifier.SYNCHRONIZED)) {
                    note("synchronized", node, node.getName() + " lets a stranger hold our lock");
                }
                // a constructor is described by its class, or by the tags that it has
                if (!node.getName().contentEquals("<init>")
                        && !overrides(node)
                        && docs.getDocComment(getCurrentPath()) == null) {
                    note("javadoc", node, node.getName() + " is public");
                }
            }
            return super.visitMethod(node, null);
        }

        @Override
        public @Nullable Void visitCatch(CatchTree node, @Nullable Void nothing) {
            if (node.getBlock().getStatements().isEmpty()) {
                note("catch", node, node.getParameter() + " is swallowed");
            }
            return super.visitCatch(node, null);
        }

        @Override
        public @Nullable Void visitMemberSelect(MemberSelectTree node, @Nullable Void nothing) {
            if (node.getIdentifier().contentEquals("sleep")
                    && node.getExpression().toString().matches("Thread|TimeUnit\\.\\w+")) {
                note("sleep", node, "wait for a condition, or let a virtual clock pass");
            }
            return super.visitMemberSelect(node, null);
        }

        /** Whether a type or method is public and so are all types around it. */
        private static boolean reachable(TreePath path) {
            for (TreePath p = path; p != null; p = p.getParentPath()) {
                Tree tree = p.getLeaf();
                boolean inInterface = p.getParentPath() != null
                        && p.getParentPath().getLeaf() instanceof ClassTree around
                        && (around.getKind() == Tree.Kind.INTERFACE || around.getKind() == Tree.Kind.ANNOTATION_TYPE);
                if (tree instanceof MethodTree method) {
                    Set<Modifier> flags = method.getModifiers().getFlags();
                    if (!flags.contains(Modifier.PUBLIC) && !(inInterface && !flags.contains(Modifier.PRIVATE))) {
                        return false;
                    }
                } else if (tree instanceof ClassTree type) {
                    if (!type.getModifiers().getFlags().contains(Modifier.PUBLIC) && !inInterface) {
                        return false;
                    }
                } else if (!(tree instanceof CompilationUnitTree)) {
                    return false;
                }
            }
            return true;
        }

        private static boolean overrides(MethodTree node) {
            return node.getModifiers().getAnnotations().stream()
                    .anyMatch(annotation ->
                            annotation.getAnnotationType().toString().equals("Override"));
        }

        private long line(Tree tree, boolean end) {
            long position = end
                    ? docs.getSourcePositions().getEndPosition(unit, tree)
                    : docs.getSourcePositions().getStartPosition(unit, tree);
            return unit.getLineMap().getLineNumber(position);
        }

        private void note(String rule, Tree tree, String text) {
            Path file =
                    SourceTree.root().relativize(Path.of(unit.getSourceFile().toUri()));
            findings.add(rule + ": " + file + ":" + line(tree, false) + " " + text);
        }
    }
}
