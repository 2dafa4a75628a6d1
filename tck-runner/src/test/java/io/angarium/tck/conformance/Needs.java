package io.angarium.tck.conformance;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A test, or class of tests, that is skipped for providers that do not have a feature. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
@interface Needs {
    /** The feature. */
    ProviderUnderTest.Feature value();
}
