/** The thread of asked-thread.ts: reads the database by a connection of its own, so that no sample passes through its asker's event loop. */
import { parentPort, workerData } from 'node:worker_threads';
import { openObjectStore } from '@plimsoll/artefacts/open-object-store';
import { openPool } from '@plimsoll/store/database';
import type { Db } from '@plimsoll/store/db';
import { addLanguage, speakTo } from '@plimsoll/wording/words';
import { AnalysisError } from '../analysis-error.ts';
import { streams, work } from './analysis-work.ts';
import { type FromThread, type ThreadOptions, type ToThread, toFailure } from './thread-messages.ts';
import { writeAnswer } from './written.ts';

const { databaseUrl, objects, languages } = workerData as ThreadOptions;
/** The language of the person who asked the question under way: there is one at a time. */
let language = 'en';
for (const [name, catalogues] of languages) addLanguage(name, catalogues);
speakTo(() => language);
// It lasts as long as the thread: to make it takes longer than many an answer.
const pool = openPool(databaseUrl, {
  applicationName: 'plimsoll analysis',
  max: 1,
  idleTimeoutMs: 0,
  objects: objects && openObjectStore(objects),
});
let cancelled = false;
/** The pool, until the question under way is cancelled. */
const db = new Proxy(pool, {
  get(target, name) {
    if (name === 'query' && cancelled) throw new AnalysisError('asker_gone');
    const value: unknown = Reflect.get(target, name, target);
    return typeof value === 'function' ? value.bind(target) : value;
  },
});
const open = new Map<string, AsyncGenerator<string, void>>();

async function answer(message: Exclude<ToThread, { kind: 'cancel' | 'expect' }>): Promise<unknown> {
  switch (message.kind) {
    case 'ask': {
      const act = (await work[message.name]()) as (db: Db, question: unknown) => Promise<unknown>;
      const answered = await act(db, message.question);
      return message.encoding ? writeAnswer(answered, message.encoding) : answered;
    }
    case 'open': {
      const begin = (await streams[message.name]()) as (db: Db, question: unknown) => AsyncGenerator<string, void>;
      open.set(message.id, begin(db, message.question));
      return next(message.id);
    }
    case 'next':
      return next(message.id);
    case 'drop':
      await open.get(message.id)?.return();
      open.delete(message.id);
      return null;
  }
}

async function next(id: string): Promise<IteratorResult<string, void>> {
  const stream = open.get(id);
  if (!stream) throw new RangeError('This stream is not open here.');
  try {
    const result = await stream.next();
    if (result.done) open.delete(id);
    return result;
  } catch (error) {
    open.delete(id);
    throw error;
  }
}

function tell(message: FromThread): void {
  parentPort?.postMessage(message);
}

parentPort?.on('message', (message: ToThread) => {
  if (message.kind === 'expect') return void work[message.name]().catch(() => undefined);
  cancelled = message.kind === 'cancel';
  if (message.kind === 'cancel') return;
  if (message.kind !== 'drop') language = message.language;
  answer(message).then(
    (value) => tell({ kind: 'answered', answer: value }),
    (error: unknown) => tell({ kind: 'failed', failure: toFailure(error) }),
  );
});
