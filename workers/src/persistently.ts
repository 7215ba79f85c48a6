/** What has to be told to Postgres is told again until it answers: nobody else knows it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from './log.ts';

/** Gives up after two minutes, when the reaper has long had its say. */
export async function persistently<T>(log: Logger, ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (tries >= 480) throw error;
      log.warn({ code: codeOf(error) }, 'the database is away; trying again');
      await sleep(250);
    }
  }
}

export function codeOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  return code ?? message ?? String(error);
}
