/** The log of a load while the database is away: once, then once a minute with the count, and once more when it is back. */
import { type OutageReporter, openOutageReporter } from '@plimsoll/store/outage-reporter';
import type { Logger } from '../log.ts';

const everyMs = 60_000;

/** `waits`: what waits for the database meanwhile. `now` is a clock in milliseconds. */
export function openLoadOutage(log: Pick<Logger, 'info' | 'warn'>, waits: 'samples' | 'thresholds', now?: () => number): OutageReporter {
  return openOutageReporter(
    (notice) => {
      if (notice.kind === 'back') log.info(`the database is back; ${waits} go on`);
      else log.warn({ reason: notice.reason, times: notice.times }, `the database is away; ${waits} wait`);
    },
    now ? { everyMs, now } : { everyMs },
  );
}
