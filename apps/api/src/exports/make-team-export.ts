/** Makes the export that waits longest, if one is due: into a file of this process, and from there into the archive. */
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { ObjectStoreError } from '@plimsoll/artefacts/object-store-error';
import { type SpooledFile, spool } from '@plimsoll/artefacts/spooled-file';
import type { ExportFailure } from '@plimsoll/contracts/team-export';
import { StoreError } from '@plimsoll/store/store-error';
import { failTeamExport, holdTeamExport, keepTeamExport, type TakenExport, takeTeamExport } from '@plimsoll/store/team-exports';
import type { FastifyBaseLogger } from 'fastify';
import type { ApiContext } from '../context.ts';
import { linesOfTeam } from './team-lines.ts';

const holdEveryMs = 10_000;
/** One PUT takes no more. */
const mostBytes = 5_000_000_000;

class TooLarge extends Error {}

/** Resolves when nothing is due; false: there was nothing to do. Several processes may be at it, each with an export of its own. */
export async function makeTeamExport(
  { db, analysis }: Pick<ApiContext, 'db' | 'analysis'>,
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>,
  closing: AbortSignal,
): Promise<boolean> {
  const taken = db.objects ? await takeTeamExport(db) : null;
  if (!taken) return false;
  const { id, teamId } = taken;
  const gone = new AbortController();
  const signal = AbortSignal.any([closing, gone.signal]);
  let runs = 0;
  const hold = () => {
    holdTeamExport(db, taken, runs).then(
      (isOurs) => isOurs || gone.abort(),
      // While the database is away nothing else goes on either.
      () => undefined,
    );
  };
  const holding = setInterval(hold, holdEveryMs);
  let file: SpooledFile | undefined;
  try {
    const lines = linesOfTeam({ db, analysis, teamId, signal, onRun: () => (runs += 1) });
    // What goes wrong is told by the stream that is read.
    file = await spool(bounded(pipeline(Readable.from(lines), createGzip(), () => undefined)));
    if (await Promise.race([keep(file), aborted(signal)]))
      log.info({ teamId, exportId: id, runs, bytes: file.bytes }, 'exported all of a team');
  } catch (error) {
    // Removed, or another process has it; and one that closes leaves it to the next.
    if (!gone.signal.aborted) await fail(taken, error);
  } finally {
    clearInterval(holding);
    await file?.close();
  }
  return true;

  async function keep(whole: SpooledFile): Promise<boolean> {
    const kept = keepTeamExport(db, taken as TakenExport, whole, runs);
    // Nobody may wait for it any more.
    kept.catch(() => undefined);
    return kept;
  }

  async function fail(one: TakenExport, error: unknown): Promise<void> {
    if (!closing.aborted) log.warn({ teamId, exportId: id, err: error }, 'an export of all that a team has could not be made');
    const again = closing.aborted ? 'at_once' : error instanceof TooLarge ? 'never' : 'later';
    await failTeamExport(db, one, failureOf(error), again);
  }
}

async function* bounded(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let sum = 0;
  for await (const chunk of bytes) {
    sum += chunk.length;
    if (sum > mostBytes) throw new TooLarge('an object has at most 5 GB');
    yield chunk;
  }
}

/** Rejects when it is. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

function failureOf(error: unknown): ExportFailure {
  if (error instanceof TooLarge) return 'too_large';
  if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return 'disk_full';
  return error instanceof ObjectStoreError || error instanceof StoreError ? 'archive' : 'given_up';
}
