/**
 * Reads bodies that hold plans, and definitions of gRPC services. Small ones at once; larger ones in a thread with bounds of its own, one
 * at a time, so that nobody else waits for megabytes to be parsed and judged. A body that breaks the thread's bounds is refused, and the next one gets another thread.
 */
import { Worker } from 'node:worker_threads';
import type { GrpcCall } from '@plimsoll/contracts/grpc-call';
import type { DescribeGrpc, GrpcDescription } from '@plimsoll/contracts/grpc-description';
import { problemWord } from '@plimsoll/wording/problem-words';
import { ApiError } from '../api-error.ts';
import { type BodyBytes, doTask, type ReadTask } from './read-task.ts';

export type ReadAnswer =
  | { readonly kind: 'read'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly code: ApiError['code']; readonly detail: string; readonly errors: ApiError['errors'] };

export interface BodyReader {
  /** Makes the thread, so that the first large body need not wait for it. */
  begin(): void;
  /** The body's value. Throws ApiError: what is wrong with it, `too_large` past the bounds, `unavailable` where too many wait. */
  read(body: BodyBytes): Promise<unknown>;
  /** Refuses a call that does not fit its definition, with ApiError as above. `at`: where the call stands, as a JSON pointer. */
  judgeCall(grpc: GrpcCall, at: string): Promise<void>;
  /**
   * What a definition offers, and what does not fit in messages. By reflection nothing is known here. `apart`: a stranger made it, and it is
   * read in the thread however small it is. Throws ApiError as above.
   */
  describe(asked: DescribeGrpc, apart?: 'apart'): Promise<GrpcDescription>;
  close(): Promise<void>;
}

/** Reading so much takes some milliseconds. */
const mostInlineBytes = 16 * 1024;
/** What is judged has a budget, so that these are reached by a fault of ours only. */
const patienceMs = 5000;
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 };
/** Each holds up to 4 MB. */
const mostWaiting = 16;

export function openBodyReader(): BodyReader {
  let thread: Worker | null = null;
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  const made = (): Worker => {
    const worker = new Worker(new URL('./body-thread.ts', import.meta.url), { resourceLimits });
    const forget = () => {
      if (thread === worker) thread = null;
    };
    worker.on('error', forget).on('exit', forget);
    worker.unref();
    return worker;
  };
  const ask = async (task: ReadTask): Promise<unknown> => {
    thread ??= made();
    return takeValue(await askThread(thread, task));
  };
  const perform = async (task: ReadTask, bytes: number): Promise<unknown> => {
    if (bytes <= mostInlineBytes) return doTask(task);
    if (waiting >= mostWaiting) throw new ApiError('unavailable', problemWord('problem.body.manyWait'), [], { 'retry-after': '1' });
    waiting += 1;
    const asked = last.then(() => ask(task)).finally(() => waiting--);
    last = asked.catch(() => undefined);
    return asked;
  };
  return {
    begin() {
      thread ??= made();
    },
    read: (body) => perform({ kind: 'body', body }, body.bytes.byteLength),
    async judgeCall(grpc, at) {
      await perform({ kind: 'call', grpc, at }, bytesOf(grpc));
    },
    async describe(asked, apart) {
      return (await perform({ kind: 'services', asked }, apart ? Number.POSITIVE_INFINITY : bytesOf(asked))) as GrpcDescription;
    },
    async close() {
      await thread?.terminate();
    },
  };
}

function bytesOf({ proto, descriptorSet, message, messages }: GrpcCall | DescribeGrpc): number {
  const types = (descriptorSet?.length ?? 0) + (proto ?? []).reduce((sum, { text }) => sum + text.length, 0);
  return types + JSON.stringify(messages ?? message ?? {}).length;
}

async function askThread(thread: Worker, task: ReadTask): Promise<ReadAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<ReadAnswer>();
  const onExit = () => reject(new ApiError('too_large', problemWord('problem.body.tooHard')));
  const onError = (error: Error & { code?: string }) => (error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? onExit() : reject(error));
  const timer = setTimeout(() => void thread.terminate(), patienceMs);
  thread.on('message', resolve).on('error', onError).on('exit', onExit);
  thread.postMessage(task);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    thread.off('message', resolve).off('error', onError).off('exit', onExit);
  }
}

function takeValue(answer: ReadAnswer): unknown {
  if (answer.kind === 'read') return answer.value;
  throw new ApiError(answer.code, answer.detail, answer.errors);
}
