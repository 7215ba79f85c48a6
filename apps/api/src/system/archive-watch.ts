/**
 * Asks now and then whether the archive can be used, and remembers what came of it, and when something was last written there: who wants to know is answered at
 * once. Says in the log what is wrong when it begins, and when it is over.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ObjectStore } from '@plimsoll/artefacts/object-store';
import type { ArchiveTroubleKind, Health } from '@plimsoll/contracts/health';
import type { DbPool } from '@plimsoll/store/db';
import { type ArchiveFigures, readArchiveFigures } from '@plimsoll/store/object-removals';
import { archiveTroubleSentence } from '@plimsoll/wording/trouble-sentence';
import type { FastifyBaseLogger } from 'fastify';
import { archiveTroubleOf } from './archive-trouble.ts';

export interface ArchiveWatch {
  /** Null: it can be used, or there is none. */
  trouble(): ArchiveTroubleKind | null;
  health(): Pick<Health, 'archive' | 'archiveWrittenAt'>;
  /** Null: not known, or there is no archive. */
  figures(): ArchiveFigures | null;
  /** Looks now. */
  look(): Promise<void>;
  /** Begins to tell this log. */
  tell(log: Pick<FastifyBaseLogger, 'info' | 'warn'>): void;
  close(): void;
}

const everyMs = 30_000;

export function watchArchive(db: DbPool, objects: ObjectStore | undefined): ArchiveWatch {
  const closing = new AbortController();
  let trouble: ArchiveTroubleKind | null = null;
  let figures: ArchiveFigures | null = null;
  let log: Pick<FastifyBaseLogger, 'info' | 'warn'> | undefined;

  async function look(): Promise<void> {
    if (!objects) return;
    const before = trouble;
    try {
      await objects.ping();
      trouble = null;
    } catch (error) {
      trouble = archiveTroubleOf(error) ?? 'other';
      if (trouble !== before && !closing.signal.aborted)
        log?.warn({ trouble, reason: (error as Error).message }, `the archive cannot be used: ${archiveTroubleSentence(trouble)}`);
    }
    if (before !== null && trouble === null) log?.info('the archive can be used again');
    // While the database is away what was known stands.
    figures = await readArchiveFigures(db).catch(() => figures);
  }

  if (objects)
    void (async () => {
      while (!closing.signal.aborted) {
        await look();
        await sleep(everyMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
      }
    })();
  return {
    trouble: () => trouble,
    health: () =>
      objects
        ? {
            archive: trouble === null ? 'ok' : 'down',
            ...(figures?.lastWrittenAt && { archiveWrittenAt: figures.lastWrittenAt.toISOString() }),
          }
        : {},
    figures: () => figures,
    look,
    tell(told) {
      log = told;
      if (trouble !== null) log.warn({ trouble }, `the archive cannot be used: ${archiveTroubleSentence(trouble)}`);
    },
    close: () => closing.abort(),
  };
}
