/**
 * Who may connect to a broker: users, their password hashes, the file that lists them, and the check. Depends on the
 * protocol only.
 */
@NullMarked
package io.angarium.engine.users;

import org.jspecify.annotations.NullMarked;
