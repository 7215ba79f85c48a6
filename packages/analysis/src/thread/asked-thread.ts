/**
 * One thread that computes, made when it is first needed. It answers one question at a time, in order: histograms of 50 long runs
 * are large, and one piece of work at a time keeps the process small.
 */
import { randomUUID } from 'node:crypto';
import type { Worker } from 'node:worker_threads';
import { listLanguages, readersLanguage } from '@plimsoll/wording/words';
import { AnalysisError, type AnalysisErrorCode } from '../analysis-error.ts';
import type { Answer, Question, StreamName, StreamQuestion, WorkName } from './analysis-work.ts';
import { openAnsweringThread } from './answering-thread.ts';
import { type FromThread, type ThreadOptions, type ToThread, toError } from './thread-messages.ts';
import type { Encoding } from './written.ts';

export interface AskOptions {
  /** The answer is wanted as bytes; text or JSON becomes that, packed so. */
  readonly encoding?: Encoding | undefined;
  /** Aborted when the answer is no longer wanted: the work stops at its next look at the database. */
  readonly gone?: AbortSignal | undefined;
  /** In which sentences are said; that of who asks now where absent. */
  readonly language?: string | undefined;
}

export interface AskedThread {
  /** Makes the thread, if there is none, so that the next question, one of this name, need not wait for it. */
  begin(name: WorkName): void;
  /** From now on there is a thread at any time, so that no question of this name waits for one to be made. */
  stayReady(name: WorkName): void;
  /** Throws what the work throws, and AnalysisError `gaveUp` where the thread fails, `closed` after `close`. */
  ask<Name extends WorkName>(name: Name, question: Question<Name>, options?: AskOptions): Promise<Answer<Name>>;
  /**
   * Resolves when the first piece is there; throws as `ask`. Each further piece is made when it is asked for, and others have their
   * turn in between, for which some pieces are empty. Leaving the iteration ends the work.
   */
  stream<Name extends StreamName>(name: Name, question: StreamQuestion<Name>, language?: string): Promise<AsyncIterable<string>>;
  close(): Promise<void>;
}

export interface AskedThreadOptions extends Pick<ThreadOptions, 'databaseUrl' | 'objects'> {
  /** Said of work that the thread did not survive. */
  readonly gaveUp: AnalysisErrorCode;
  /** The most memory for JavaScript objects in the thread; Node's own limit where absent. */
  readonly mostMegabytes?: number | undefined;
  /** It is asked all the time: it makes room for new objects by collecting the old ones sooner. Else V8 lets it grow by some 50 MB first. */
  readonly frugal?: boolean;
}

/** Memory of new objects in a frugal thread: three half-spaces of 2 MB, in place of V8's 16. */
const frugalYoungMegabytes = 6;

/** Unused for so long, the thread ends, with the memory that large runs left it; a file that nobody read on for so long breaks off. */
const idleMs = 300_000;

/** With no more than this, a thread that is to stay ready stays, with all that it has compiled: a new one is slower at first. */
const mostIdleBytes = 256_000_000;

async function heldBytes(thread: Worker): Promise<number> {
  const { total_heap_size, external_memory } = await thread.getHeapStatistics();
  return total_heap_size + external_memory;
}

export function openAskedThread({ databaseUrl, objects, gaveUp, mostMegabytes, frugal = false }: AskedThreadOptions): AskedThread {
  const workerData: ThreadOptions = { databaseUrl, objects, languages: listLanguages() };
  const resourceLimits = {
    ...(mostMegabytes === undefined ? {} : { maxOldGenerationSizeMb: mostMegabytes }),
    ...(frugal ? { maxYoungGenerationSizeMb: frugalYoungMegabytes } : {}),
  };
  const thread = openAnsweringThread<ToThread, FromThread>(
    new URL('./analysis-thread.ts', import.meta.url),
    { workerData, resourceLimits },
    (cause) => (cause === 'closed' ? new AnalysisError('closed') : Object.assign(new AnalysisError(gaveUp), { cause })),
  );
  let idle: NodeJS.Timeout | undefined;
  let closed = false;
  let ready: WorkName | null = null;

  const rest = () => {
    clearTimeout(idle);
    idle = setTimeout(endIdle, idleMs).unref();
  };
  const endIdle = async (): Promise<void> => {
    const { worker } = thread;
    if (ready && worker && (await heldBytes(worker)) <= mostIdleBytes) return;
    clearTimeout(idle);
    await thread.end();
    if (ready && !closed) begin(ready);
  };
  const begin = (name: WorkName) => {
    thread.begin();
    thread.worker?.postMessage({ kind: 'expect', name } satisfies ToThread);
  };
  const ask = async (message: ToThread, gone?: AbortSignal): Promise<unknown> => {
    const answer = await thread.ask(message, (worker) => {
      clearTimeout(idle);
      const cancel = () => worker.postMessage({ kind: 'cancel' } satisfies ToThread);
      gone?.addEventListener('abort', cancel, { once: true });
      return () => {
        gone?.removeEventListener('abort', cancel);
        if (!closed) rest();
      };
    });
    return answerFrom(answer);
  };
  const piece = (message: ToThread) => ask(message) as Promise<IteratorResult<string, undefined>>;

  return {
    begin(name) {
      if (closed || thread.worker) return;
      begin(name);
      rest();
    },
    stayReady(name) {
      if (closed) return;
      ready = name;
      begin(name);
    },
    ask: <Name extends WorkName>(name: Name, question: Question<Name>, { encoding, gone, language = readersLanguage() }: AskOptions = {}) =>
      ask({ kind: 'ask', name, question, encoding, language }, gone) as Promise<Answer<Name>>,
    async stream(name, question, language = readersLanguage()) {
      const id = randomUUID();
      let first: IteratorResult<string, undefined> | null = await piece({ kind: 'open', name, id, question, language });
      const iterator: AsyncIterator<string, undefined> = {
        async next() {
          const result = first ?? (await piece({ kind: 'next', id, language }));
          first = null;
          return result;
        },
        async return() {
          if (thread.worker) await ask({ kind: 'drop', id }).catch(() => undefined);
          return { done: true, value: undefined };
        },
      };
      return { [Symbol.asyncIterator]: () => iterator };
    },
    async close() {
      closed = true;
      clearTimeout(idle);
      await thread.close();
    },
  };
}

function answerFrom(message: FromThread): unknown {
  if (message.kind === 'answered') return message.answer;
  throw toError(message.failure);
}
