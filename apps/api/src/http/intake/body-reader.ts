/**
 * Reads bodies that hold plans, and definitions of gRPC services. Small ones at once; larger ones in a thread with bounds of its own, one
 * at a time, so that nobody else waits for megabytes to be parsed and judged. A body that breaks the thread's bounds is refused, and the next one gets another thread.
 */
import type { Worker } from 'node:worker_threads';
import { openAnsweringThread } from '@plimsoll/analysis/answering-thread';
import type { GrpcCall } from '@plimsoll/contracts/grpc-call';
import type { DescribeGrpc, GrpcDescription } from '@plimsoll/contracts/grpc-description';
import { problemWords } from '@plimsoll/wording/en/problem';
import { ApiError, notNow } from '../api-error.ts';
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
   * Lists the offer of a definition, and the faults in messages. By reflection nothing is known here. `apart`: a stranger made it, and it
   * is read in the thread however small it is. Throws ApiError as above.
   */
  describe(asked: DescribeGrpc, apart?: 'apart'): Promise<GrpcDescription>;
  close(): Promise<void>;
}

/** Reading so much takes some milliseconds. */
const mostInlineBytes = 16 * 1024;
/** The judging has a budget, so that only a fault of ours reaches these. */
const patienceMs = 5000;
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 };
/** Each holds up to 4 MB. */
const mostWaiting = 16;

export function openBodyReader(): BodyReader {
  const thread = openAnsweringThread<ReadTask, ReadAnswer>(new URL('./body-thread.ts', import.meta.url), { resourceLimits }, (cause) =>
    cause instanceof Error && (cause as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY'
      ? cause
      : new ApiError('too_large', problemWords.body.tooHard),
  );
  let waiting = 0;
  const bounded = (worker: Worker) => {
    const timer = setTimeout(() => void worker.terminate(), patienceMs);
    return () => clearTimeout(timer);
  };
  const perform = async (task: ReadTask, bytes: number): Promise<unknown> => {
    if (bytes <= mostInlineBytes) return doTask(task);
    if (waiting >= mostWaiting) throw notNow('unavailable', problemWords.body.manyWait, 1);
    waiting += 1;
    return takeValue(await thread.ask(task, bounded).finally(() => waiting--));
  };
  return {
    begin: thread.begin,
    read: (body) => perform({ kind: 'body', body }, body.bytes.byteLength),
    async judgeCall(grpc, at) {
      await perform({ kind: 'call', grpc, at }, bytesOf(grpc));
    },
    async describe(asked, apart) {
      return (await perform({ kind: 'services', asked }, apart ? Number.POSITIVE_INFINITY : bytesOf(asked))) as GrpcDescription;
    },
    close: thread.close,
  };
}

function bytesOf({ proto, descriptorSet, message, messages }: GrpcCall | DescribeGrpc): number {
  const types = (descriptorSet?.length ?? 0) + (proto ?? []).reduce((sum, { text }) => sum + text.length, 0);
  return types + JSON.stringify(messages ?? message ?? {}).length;
}

function takeValue(answer: ReadAnswer): unknown {
  if (answer.kind === 'read') return answer.value;
  throw new ApiError(answer.code, answer.detail, answer.errors);
}
