/** Asks each thing the API depends on whether it answers. */
import type { Health } from '@plimsoll/contracts/system';
import type { LoadQueue } from '@plimsoll/queue/load-queue';
import type { DbPool } from '@plimsoll/store/db';
import type { StorageWatch } from '@plimsoll/store/storage-watch';
import { countWorkers } from '@plimsoll/store/workers-online';

/** What the API depends on. */
export interface Dependencies {
  readonly db: DbPool;
  readonly queue: LoadQueue;
  readonly storage: StorageWatch;
}

/** Rejects when `work` takes longer than this. */
export async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Answers within 3 s or so, whatever is away. */
export async function readHealth({ db, queue, storage }: Dependencies): Promise<Health> {
  const [counted, pinged] = await Promise.allSettled([within(countWorkers(db), 3000), within(queue.ping(), 3000)]);
  const database = counted.status === 'fulfilled' ? 'ok' : 'down';
  const answered = pinged.status === 'fulfilled' ? 'ok' : 'down';
  const workers = counted.status === 'fulfilled' ? counted.value : 0;
  return {
    status: database === 'ok' && !storage.full && answered === 'ok' && workers > 0 ? 'ok' : 'degraded',
    database,
    storage: storage.full ? 'full' : 'ok',
    queue: answered,
    workers,
  };
}
