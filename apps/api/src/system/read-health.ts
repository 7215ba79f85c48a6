/** Asks each thing the API depends on whether it answers. */
import type { Health, Trouble, TroubledPart } from '@plimsoll/contracts/health';
import type { LoadQueue } from '@plimsoll/queue/load-queue';
import { readTrouble } from '@plimsoll/store/connection-trouble';
import type { DbPool } from '@plimsoll/store/db';
import { expectWritable } from '@plimsoll/store/read-only';
import type { StorageWatch } from '@plimsoll/store/storage-watch';
import { countWorkers } from '@plimsoll/store/workers-online';
import { archiveTroubleSentence } from '@plimsoll/wording/trouble-sentence';
import type { ApiConfig } from '../config.ts';
import type { ArchiveWatch } from './archive-watch.ts';
import { troubleOf } from './dependency-watch.ts';

/** Parts that the API depends on. */
export interface Dependencies {
  readonly db: DbPool;
  readonly queue: LoadQueue;
  readonly storage: StorageWatch;
  readonly archive: ArchiveWatch;
  readonly config: Pick<ApiConfig, 'pools'>;
}

/** Rejects when `work` takes longer than this. */
export async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' })), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Answers within 3 s or so, whatever is away. */
export async function readHealth({ db, queue, storage, archive, config: { pools } }: Dependencies): Promise<Health> {
  const [counted, written, pinged] = await Promise.allSettled([
    within(countWorkers(db), 3000),
    within(expectWritable(db), 3000),
    within(queue.ping(), 3000),
  ]);
  const readable = counted.status === 'fulfilled';
  const database = !readable ? 'down' : written.status === 'fulfilled' ? 'ok' : 'read_only';
  const answered = pinged.status === 'fulfilled' ? 'ok' : 'down';
  const workers = readable ? counted.value : 0;
  const poolsScale = pools.length > 0;
  const ofArchive = archive.trouble();
  return {
    status:
      database === 'ok' && !storage.full && answered === 'ok' && (workers > 0 || poolsScale) && ofArchive === null ? 'ok' : 'degraded',
    database,
    storage: storage.full ? 'full' : 'ok',
    queue: answered,
    workers,
    ...(poolsScale && { poolsScale }),
    ...archive.health(),
    troubles: [
      ...listTrouble('database', readable ? written : counted),
      ...(storage.full ? [troubleOf('database', 'disk_full')] : []),
      ...(queue.onRedis ? listTrouble('queue', pinged) : []),
      ...(ofArchive === null ? [] : [{ part: 'archive', kind: ofArchive, sentence: archiveTroubleSentence(ofArchive) } as const]),
    ],
  };
}

function listTrouble(part: TroubledPart, asked: PromiseSettledResult<unknown>): Trouble[] {
  return asked.status === 'rejected' ? [troubleOf(part, readTrouble(asked.reason))] : [];
}
