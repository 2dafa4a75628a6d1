/**
 * The journal: what is durable, in one order. The interface, its record format and the encoding of the core's events.
 * May depend on the core.
 *
 * <h2>A store on disk</h2>
 *
 * <pre>
 * store.lock        locked by the process that has the store open; holds its process id
 * store.id          what the store is, which segments it must have and, if it was closed in order, where the last ends (text)
 * journal/          segments, numbered from 1 without gaps; what they are called is up to the SegmentStore
 * </pre>
 *
 * <h2>A segment</h2>
 *
 * <p>A sequence of batches, each written in one piece and forced before the next is written (with {@code sync=none}: never
 * forced). Each begins at a multiple of 4; a Chronicle segment has document headers and index pages
 * between them. All numbers are big-endian; all checksums are CRC32C. Version 1:
 *
 * <table>
 * <caption>Batch: header, index section, content section</caption>
 * <tr><th>at</th><th>bytes</th><th>header</th></tr>
 * <tr><td>0</td><td>4</td><td>magic {@code Angj}</td></tr>
 * <tr><td>4</td><td>1</td><td>version, 1</td></tr>
 * <tr><td>5</td><td>1</td><td>kind: 1 start of a segment, 2 records</td></tr>
 * <tr><td>6</td><td>2</td><td>0</td></tr>
 * <tr><td>8</td><td>8</td><td>id of the store</td></tr>
 * <tr><td>16</td><td>8</td><td>number of the segment</td></tr>
 * <tr><td>24</td><td>8</td><td>number of the batch, without gaps through all segments</td></tr>
 * <tr><td>32</td><td>8</td><td>last batch that was forced before this one was written, 0 if nothing is forced</td></tr>
 * <tr><td>40</td><td>8</td><td>number of the first record, without gaps through all segments (start: of the one to come)</td></tr>
 * <tr><td>48</td><td>4</td><td>number of records</td></tr>
 * <tr><td>52</td><td>4</td><td>length of the index section</td></tr>
 * <tr><td>56</td><td>4</td><td>length of the content section</td></tr>
 * <tr><td>60</td><td>4</td><td>checksum of the index section</td></tr>
 * <tr><td>64</td><td>4</td><td>0</td></tr>
 * <tr><td>68</td><td>4</td><td>checksum of the header before</td></tr>
 * </table>
 *
 * <p>The index section has an entry for each record, the content section a frame for each record that has content. So
 * recovery reads headers and index sections and skips the contents.
 *
 * <table>
 * <caption>Entry, padded to a multiple of 8</caption>
 * <tr><th>at</th><th>bytes</th><th></th></tr>
 * <tr><td>0</td><td>4</td><td>length of the metadata</td></tr>
 * <tr><td>4</td><td>4</td><td>1 if the record is live until it is released although it has no content, else 0</td></tr>
 * <tr><td>8</td><td>4</td><td>length of the frame with its padding, 0 without content</td></tr>
 * <tr><td>12</td><td>4</td><td>checksum of the 12 bytes before and of the metadata</td></tr>
 * <tr><td>16</td><td></td><td>metadata</td></tr>
 * </table>
 *
 * <table>
 * <caption>Frame, padded to a multiple of 8</caption>
 * <tr><th>at</th><th>bytes</th><th></th></tr>
 * <tr><td>0</td><td>8</td><td>number of the record</td></tr>
 * <tr><td>8</td><td>4</td><td>number of blocks</td></tr>
 * <tr><td>12</td><td>4</td><td>distance back to the beginning of the batch</td></tr>
 * <tr><td>16</td><td>4</td><td>distance back to the beginning of the record's entry</td></tr>
 * <tr><td>20</td><td>4</td><td>checksum of the 20 bytes before and of the table</td></tr>
 * <tr><td>24</td><td>8 each</td><td>table: length and checksum of each block</td></tr>
 * <tr><td></td><td></td><td>blocks, one behind the other</td></tr>
 * </table>
 *
 * <h2>Recovery</h2>
 *
 * <p>Batches are found by their headers. Numbers of batches and records must go on without a gap from segment to segment;
 * the start of each segment says where the one before ended. Only in the newest segment may something be missing at the
 * end: what follows the first damage counts as a write that was cut short if no intact batch behind it says that the
 * damaged one had been forced; in a store that was closed in order nothing may be missing. Contents of batches that no later one proves forced are checked as well. Anything else is
 * CORRUPT, and nothing is changed. Then a new segment is begun; an old one is never written again.
 */
@NullMarked
package io.angarium.engine.journal;

import org.jspecify.annotations.NullMarked;
