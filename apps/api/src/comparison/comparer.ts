/**
 * Comparisons away from the event loop: two hours with fifty requests each are seconds of computing, and live charts and everybody
 * else's requests go on meanwhile. One thread, made when it is first needed, takes one comparison at a time, in order.
 */
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { ApiError } from '../http/api-error.ts';
import type { ComparedText, ThreadAnswer, ThreadOptions, ToCompare } from './comparison-thread.ts';

export interface Comparer {
  /** Throws what `compareRuns` throws, and ApiError `internal` where the thread fails. */
  compare(question: ToCompare): Promise<ComparedText>;
  close(): Promise<void>;
}

export interface ComparerOptions extends ThreadOptions {
  /** The most memory for JavaScript objects in the thread; Node's own limit where absent. */
  readonly mostMegabytes?: number;
}

/** Unused for so long, the thread ends, with the memory that large comparisons left it. */
const idleMs = 300_000;

export function openComparer({ databaseUrl, mostMegabytes }: ComparerOptions): Comparer {
  // Histograms of 50 long runs are large: one comparison at a time keeps the process small.
  const oneAtATime = pLimit(1);
  let thread: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let closed = false;
  const begin = (): Worker => {
    const workerData: ThreadOptions = { databaseUrl };
    const resourceLimits = mostMegabytes === undefined ? {} : { maxOldGenerationSizeMb: mostMegabytes };
    const made = new Worker(new URL('./comparison-thread.ts', import.meta.url), { workerData, resourceLimits });
    // Whoever waits for the next turn gets another as soon as this one fails, and not only when it is gone.
    const forget = () => {
      if (thread === made) thread = null;
    };
    made.on('error', forget).on('exit', forget);
    // Between two comparisons it holds nobody up.
    made.unref();
    return made;
  };
  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ending = thread;
    // Whoever asks while it ends gets another.
    thread = null;
    await ending?.terminate();
  };
  return {
    compare: (question) =>
      oneAtATime(async () => {
        if (closed) throw new ApiError('unavailable', 'The server is shutting down.');
        clearTimeout(idle);
        thread ??= begin();
        try {
          return comparedIn(await answerOf(thread, question));
        } finally {
          idle = setTimeout(end, idleMs).unref();
        }
      }),
    close: async () => {
      closed = true;
      await end();
    },
  };
}

/** The thread's answer. Throws ApiError `internal` where it ends without one. */
async function answerOf(thread: Worker, question: ToCompare): Promise<ThreadAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<ThreadAnswer>();
  const onExit = (code: number) => reject(new Error(`The thread ended with code ${code}.`));
  thread.on('message', resolve).on('error', reject).on('exit', onExit);
  thread.postMessage(question);
  try {
    return await promise;
  } catch (cause) {
    const sentence = 'The comparison was given up: the thread that computes it ended. With fewer or shorter runs it may succeed.';
    throw Object.assign(new ApiError('internal', sentence), { cause });
  } finally {
    thread.off('message', resolve).off('error', reject).off('exit', onExit);
  }
}

function comparedIn(answer: ThreadAnswer): ComparedText {
  if (answer.kind === 'compared') return answer.compared;
  const { code, message, errors, headers, status, stack } = answer.refusal;
  throw Object.assign(new ApiError(code, message, errors, headers, status), stack === undefined ? {} : { cause: new Error(stack) });
}
