/** What both HTTP clients keep to, so that a comparison of the two is one of clients. */

/** We stop using an idle connection this long before the time the target says it keeps it. */
export const keepAliveMarginMs = 500;
/**
 * After the last response we let the target close first, as it was asked to, for this long: whoever closes first keeps the port in
 * TIME_WAIT, and a generator that does runs out of ports at a few hundred connections a second.
 */
export const lingerMs = 500;
/** The head of a response, HTTP/1.1. */
export const maxHeadBytes = 65_536;
/** What a target may send ahead on an HTTP/2 connection; undici's streams have the same window by themselves. */
export const sessionWindowBytes = 1_048_576;
export const streamWindowBytes = 262_144;
