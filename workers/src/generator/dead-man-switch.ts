/**
 * A generator that nobody can reach must stop by itself: without a heartbeat that reached Postgres for 8 s it sends nothing
 * more. The reaper calls a run lost at 12 s at the earliest, so that two generators of one run never overlap.
 */
export const silentAfterMs = 8000;

/** Until when, of `process.hrtime`, a load may send whose last answered heartbeat was sent at `heardAtNs`. */
export function leaseEndNs(heardAtNs: bigint): bigint {
  return heardAtNs + BigInt(silentAfterMs) * 1_000_000n;
}

export interface DeadManSwitch {
  /** A heartbeat sent at this time was answered. An older time than the last one changes nothing. */
  heard(atNs: bigint): void;
  close(): void;
}

/**
 * Calls `cut` once when 8 s have passed since the last answered heartbeat was *sent*. The time is the machine's monotonic
 * clock, the same in every process: what lay in a pipe while we were frozen proves nothing about now.
 */
export function armDeadManSwitch(
  heardAtNs: bigint,
  cut: () => void,
  options: { readonly now?: () => bigint; readonly limitMs?: number } = {},
): DeadManSwitch {
  const now = options.now ?? process.hrtime.bigint;
  const limitNs = BigInt(options.limitMs ?? silentAfterMs) * 1_000_000n;
  let last = heardAtNs;
  const timer = setInterval(check, 20);
  function check(): void {
    if (now() - last < limitNs) return;
    clearInterval(timer);
    cut();
  }
  return {
    heard(atNs) {
      check();
      if (atNs > last) last = atNs;
    },
    close: () => clearInterval(timer),
  };
}
