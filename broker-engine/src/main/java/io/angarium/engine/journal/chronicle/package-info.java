/**
 * Segments as cycles of a Chronicle Queue: the journal's files can be read by the library's own tools. The only package that
 * sees {@code net.openhft}. May depend on the journal.
 *
 * <h2>How a segment is written</h2>
 * The library makes the first cycle's file of an opening (its header, its index and the first document); later ones begin with a copy
 * of what stands there before the first document. Every other batch is one document, and goes there by positional writes beside the library's memory map, because a mapped page that is written, forced and written again
 * costs a page fault and scattered disk blocks each time (docs/adr/002). A document is
 * <pre>
 * offset                  4 + offset                     multiple of 4
 * | header word (4 bytes) | the batch (n bytes) | padding | 0 or the next header word
 * </pre>
 * The header word is {@code n}, with the highest bit set while the batch is on its way, so that a reader of the same file never
 * sees half a batch; {@code 0xC0000000} ends the file.
 */
@NullMarked
package io.angarium.engine.journal.chronicle;

import org.jspecify.annotations.NullMarked;
