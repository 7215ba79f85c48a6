/**
 * A thread of ours that answers one message at a time, in order. It is made when it is first needed; where it fails its question is lost, and the next one gets another.
 */
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { builtProgram } from '@plimsoll/programs/built-program';

export interface AnsweringThread<Message, Answer> {
  /** Null between two threads. */
  readonly worker: Worker | null;
  /** Makes the thread, if there is none, so that the next message need not wait for it. */
  begin(): void;
  /** `begun` is given the thread when it has the message, and what it answers is called when the thread has answered. Throws what `lost` gives where the thread fails. */
  ask(message: Message, begun?: (worker: Worker) => (() => void) | undefined): Promise<Answer>;
  /** Ends the thread; who asks meanwhile gets another. */
  end(): Promise<void>;
  /** Ends it for good: who waits and who asks from now on is answered with `closed`. */
  close(): Promise<void>;
}

/** The error of a thread that failed, its exit code where it told none, or that nobody is to be asked any more. */
type Lost = Error | number | 'closed';

/** `lost`: what is thrown. */
export function openAnsweringThread<Message, Answer>(
  url: URL,
  options: WorkerOptions,
  lost: (cause: Lost) => Error,
): AnsweringThread<Message, Answer> {
  let thread: Worker | null = null;
  let closed = false;
  let last: Promise<unknown> = Promise.resolve();
  const made = (): Worker => {
    const worker = new Worker(builtProgram(url), options);
    // Whoever waits for the next turn gets another as soon as this one fails, and not only when it is gone.
    const forget = () => {
      if (thread === worker) thread = null;
    };
    worker.on('error', forget).on('exit', forget);
    // Between two messages it holds nobody up.
    worker.unref();
    return worker;
  };
  const answered = async (message: Message, begun?: (worker: Worker) => (() => void) | undefined): Promise<Answer> => {
    if (closed) throw lost('closed');
    thread ??= made();
    const asked = thread;
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const onLost = (cause: Lost) => reject(lost(cause));
    asked.on('message', resolve).on('error', onLost).on('exit', onLost);
    asked.postMessage(message);
    const over = begun?.(asked);
    try {
      return await promise;
    } finally {
      over?.();
      asked.off('message', resolve).off('error', onLost).off('exit', onLost);
    }
  };
  const end = async () => {
    const ending = thread;
    thread = null;
    await ending?.terminate();
  };
  return {
    get worker() {
      return thread;
    },
    begin() {
      thread ??= made();
    },
    ask(message, begun) {
      const asked = last.then(() => answered(message, begun));
      last = asked.catch(() => undefined);
      return asked;
    },
    end,
    async close() {
      closed = true;
      await end();
    },
  };
}
