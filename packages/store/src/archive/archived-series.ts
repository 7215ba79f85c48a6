/** Reads series that were moved to the archive: the object is fetched into a file, held against its checksum, and read from there as often as one question needs. */
import type { ObjectStore } from '@plimsoll/artefacts/object-store';
import type { SpooledFile } from '@plimsoll/artefacts/spooled-file';
import type { Db } from '../db.ts';
import { StoreError } from '../store-error.ts';
import { fetchObject } from './fetch-object.ts';
import { findKeptSeries, type KeptSeries } from './run-objects.ts';
import { type SeriesSecond, secondsOfSeries } from './series-format.ts';

export interface ArchivedSeries extends Pick<KeptSeries, 'sampleSeconds'> {
  /** Of the run's current attempt, by second and shard. Throws StoreError `archive_damaged`, `archive_newer`. */
  seconds(skipRequests: boolean): AsyncGenerator<SeriesSecond, void>;
}

/** Files that are kept for the next question about the same run; each is as large as its object. */
const mostFiles = 4;
const mostBytes = 256_000_000;

interface Fetched {
  readonly file: SpooledFile;
  readers: number;
  forgotten: boolean;
}
interface Cache {
  /** By key, the one that was asked for last at the end. A file that is being read is closed after that. */
  readonly files: Map<string, Fetched>;
  /** By key: whoever asks meanwhile waits for the same. */
  readonly underWay: Map<string, Promise<Fetched>>;
}
const caches = new WeakMap<ObjectStore, Cache>();

function closeUnused(one: Fetched): void {
  if (one.forgotten && one.readers === 0) void one.file.close();
}

function forgetOldest(files: Map<string, Fetched>): void {
  const sum = () => [...files.values()].reduce((bytes, { file }) => bytes + file.bytes, 0);
  while (files.size > mostFiles || (files.size > 1 && sum() > mostBytes)) {
    const [[key, oldest] = []] = files;
    if (key === undefined || oldest === undefined) return;
    files.delete(key);
    oldest.forgotten = true;
    closeUnused(oldest);
  }
}

async function take(objects: ObjectStore, kept: KeptSeries): Promise<Fetched> {
  const { files, underWay } = caches.get(objects) ?? { files: new Map(), underWay: new Map() };
  caches.set(objects, { files, underWay });
  const { key } = kept;
  let one = files.get(key);
  if (!one) {
    const begun = underWay.get(key) ?? fetchObject(objects, kept, 'archive').then((file) => ({ file, readers: 0, forgotten: false }));
    underWay.set(key, begun);
    try {
      one = await begun;
    } finally {
      // The file is in its place before anybody else looks.
      underWay.delete(key);
    }
  }
  files.delete(key);
  files.set(key, one);
  one.forgotten = false;
  one.readers += 1;
  forgetOldest(files);
  return one;
}

/** Null: the series of the run were not moved, or it is none of the team's where one is named. Throws StoreError `archive_not_set` where this process knows no archive. */
export async function findArchived(db: Db, runId: string, teamId: string | null = null): Promise<ArchivedSeries | null> {
  const kept = await findKeptSeries(db, runId, teamId);
  if (!kept) return null;
  const { objects } = db;
  if (!objects) throw new StoreError('archive_not_set', {});
  return {
    sampleSeconds: kept.sampleSeconds,
    async *seconds(skipRequests) {
      const one = await take(objects, kept);
      try {
        for await (const second of secondsOfSeries(one.file.read(), skipRequests)) if (second.sample.attempt === kept.attempt) yield second;
      } finally {
        one.readers -= 1;
        closeUnused(one);
      }
    },
  };
}

/** Makes sure that the series of the run can be read, before the first piece of a long answer is sent. Throws as reading them does. */
export async function expectSeries(db: Db, teamId: string, runId: string): Promise<void> {
  const archived = await findArchived(db, runId, teamId);
  if (archived) for await (const _ of archived.seconds(true)) return;
}
