/** A sign of life for container probes, which have no port to ask: a file that is written while the database sees this worker. */
import { writeFile } from 'node:fs/promises';
import type { Logger } from './log.ts';

/** Writes `file` anew, so that its time says when the worker was last seen. Without a file nothing is done. */
export async function signLife(file: string | undefined, log: Logger): Promise<void> {
  if (file === undefined) return;
  await writeFile(file, `${new Date().toISOString()}\n`).catch((error: Error) =>
    log.warn({ file, reason: error.message }, 'no sign of life'),
  );
}
