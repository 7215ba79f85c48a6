/**
 * A few processes apart, each asked one thing at a time. A caller has one under way and takes turns with the others, so that nobody's
 * hostile servers keep everybody else waiting.
 */
import { ApartError } from './apart-error.ts';
import { type ApartOptions, type ApartProcess, openApartProcess } from './apart-process.ts';

export interface ApartPool {
  /** `by`: the caller. Throws ApartError. */
  ask<Answer>(by: string, work: string, question: unknown, limitMs: number): Promise<Answer>;
  close(): void;
}

export interface ApartPoolOptions extends ApartOptions {
  readonly mostAtOnce: number;
  readonly mostWaiting: number;
  /** The most questions of one caller that wait. */
  readonly mostWaitingOfOne: number;
  /** A caller that has waited so long for a process is refused. */
  readonly longestWaitMs: number;
}

interface Waiting {
  readonly by: string;
  readonly timer: NodeJS.Timeout;
  begin(process: ApartProcess): void;
  refuse(error: ApartError): void;
}

/** Not asked for so long, a process ends. */
const idleMs = 60_000;

export function openApartPool(options: ApartPoolOptions): ApartPool {
  const { mostAtOnce, mostWaiting, mostWaitingOfOne, longestWaitMs } = options;
  const idle: { readonly process: ApartProcess; readonly timer: NodeJS.Timeout }[] = [];
  const busy = new Map<string, ApartProcess>();
  /** As they came. */
  let waiting: Waiting[] = [];
  /** Turns so far of those that are asking or wait. */
  const turns = new Map<string, number>();
  let closed = false;

  const take = (): ApartProcess => {
    for (let spare = idle.pop(); spare; spare = idle.pop()) {
      clearTimeout(spare.timer);
      if (spare.process.pid !== null) return spare.process;
    }
    return openApartProcess(options);
  };
  const giveBack = (process: ApartProcess) => {
    if (process.pid === null) return;
    if (closed) return process.close();
    const timer = setTimeout(() => {
      idle.splice(
        idle.findIndex((spare) => spare.process === process),
        1,
      );
      process.close();
    }, idleMs).unref();
    idle.push({ process, timer });
    return undefined;
  };
  const turnsOf = ({ by }: Pick<Waiting, 'by'>) => turns.get(by) ?? 0;
  const next = () => {
    while (busy.size < mostAtOnce) {
      const [turn] = waiting.filter(({ by }) => !busy.has(by)).sort((one, other) => turnsOf(one) - turnsOf(other));
      if (!turn) return;
      waiting = waiting.filter((one) => one !== turn);
      clearTimeout(turn.timer);
      const process = take();
      busy.set(turn.by, process);
      turns.set(turn.by, turnsOf(turn) + 1);
      turn.begin(process);
    }
  };
  const refusal = (by: string): ApartError | null => {
    if (closed) return new ApartError('closed');
    if (waiting.filter((one) => one.by === by).length >= mostWaitingOfOne) return new ApartError('own_full');
    return waiting.length >= mostWaiting ? new ApartError('full') : null;
  };
  /** Resolves when it is its turn. */
  const turnOf = (by: string): Promise<ApartProcess> =>
    new Promise((resolve, reject) => {
      const refused = refusal(by);
      if (refused) return reject(refused);
      const timer = setTimeout(() => {
        waiting = waiting.filter((one) => one !== turn);
        reject(new ApartError('full'));
      }, longestWaitMs);
      const turn: Waiting = { by, timer, begin: resolve, refuse: reject };
      waiting.push(turn);
      next();
      return undefined;
    });

  return {
    async ask<Answer>(by: string, work: string, question: unknown, limitMs: number): Promise<Answer> {
      const process = await turnOf(by);
      try {
        return await process.ask<Answer>(work, question, limitMs);
      } finally {
        busy.delete(by);
        if (waiting.every((one) => one.by !== by)) turns.delete(by);
        giveBack(process);
        next();
      }
    },
    close() {
      closed = true;
      for (const { timer, refuse } of waiting) {
        clearTimeout(timer);
        refuse(new ApartError('closed'));
      }
      waiting = [];
      for (const { process, timer } of idle.splice(0)) {
        clearTimeout(timer);
        process.close();
      }
      for (const process of busy.values()) process.close();
    },
  };
}
