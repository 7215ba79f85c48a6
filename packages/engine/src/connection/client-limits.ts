/** Limits that both HTTP clients use, so that a comparison of the two compares clients only. */

/** An idle connection is no longer used this long before the target says it closes it. */
export const keepAliveMarginMs = 500;
/**
 * After the last response we wait this long for the target to close first. Whoever closes first keeps the port in TIME_WAIT, and a
 * generator that does so runs out of ports at a few hundred connections per second.
 */
export const lingerMs = 500;
/** Largest head of an HTTP/1.1 response. */
export const maxHeadBytes = 65_536;
/** Flow-control windows of HTTP/2: of a connection, and of a stream. undici's streams have the same window by default. */
export const sessionWindowBytes = 1_048_576;
export const streamWindowBytes = 262_144;
