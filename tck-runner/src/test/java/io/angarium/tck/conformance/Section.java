package io.angarium.tck.conformance;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The sections of the Jakarta Messaging 3.1 specification that require what a test checks, or {@code API} for its Javadoc. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface Section {
    /** Section numbers, such as {@code 6.2.10}. */
    String[] value();
}
