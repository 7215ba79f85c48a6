/**
 * Connections that have something to write at the end of this turn of the event loop. One callback for all of them: requests and window
 * updates that belong together become one write and one TLS record.
 */
const waiting: { flush(): void }[] = [];

export function flushAtEndOfTurn(connection: { flush(): void }): void {
  if (waiting.push(connection) === 1) setImmediate(flushAll);
}

function flushAll(): void {
  try {
    // What is added meanwhile is flushed in the same turn.
    for (let at = 0; at < waiting.length; at++) waiting[at]?.flush();
  } finally {
    waiting.length = 0;
  }
}
