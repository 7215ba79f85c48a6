/**
 * Work that is left for the end of this turn of the event loop, in one callback for all: requests and window updates that belong together
 * become one write and one TLS record, and connections are opened one after the other.
 */
const waiting: { flush(): void }[] = [];

export function flushAtEndOfTurn(item: { flush(): void }): void {
  if (waiting.push(item) === 1) setImmediate(flushAll);
}

function flushAll(): void {
  try {
    // A flush that is added meanwhile happens in the same turn.
    for (let at = 0; at < waiting.length; at++) waiting[at]?.flush();
  } finally {
    waiting.length = 0;
  }
}
