/** Repeats a question to Postgres, or a write, while it is away: nobody else knows it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseAway } from '@plimsoll/store/database-outage';
import { outageReason } from '@plimsoll/store/outage-reporter';
import type { Logger } from './log.ts';

const everyMs = 250;
const triesBetweenLines = 30_000 / everyMs;

/** Gives up after two minutes, when the reaper has long had its say. Throws at once what asking again would not mend. */
export async function retry<T>(log: Logger, ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (tries >= 480 || !isDatabaseAway(error)) throw error;
      if ((tries - 1) % triesBetweenLines === 0) log.warn({ reason: outageReason(error), tries }, 'the database is away; trying again');
      await sleep(everyMs);
    }
  }
}

/** An error as a log names it. */
export function errorCode(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  return code ?? message ?? String(error);
}
