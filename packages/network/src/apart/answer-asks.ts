/** The inside of a process apart: does what it is asked to, several at once, and never lives longer than its caller. */
import type { ApartAsk, FromApart } from './apart-messages.ts';

/** Each is given its question and a signal that aborts when its time is up. */
export type ApartWorks = Readonly<Record<string, (question: never, signal: AbortSignal) => Promise<unknown>>>;

export function answerAsks(works: ApartWorks): void {
  const tell = (message: FromApart) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
  };
  // Ctrl-C in a terminal reaches every process of the group; the caller says when this one ends.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  process.on('disconnect', () => process.exit(0));
  process.on('message', ({ id, work, question, limitMs }: ApartAsk) => {
    const act = works[work] as ((asked: unknown, signal: AbortSignal) => Promise<unknown>) | undefined;
    tell({ kind: 'begun', id });
    Promise.resolve()
      .then(() => act?.(question, AbortSignal.timeout(limitMs)))
      .then(
        (answer) => tell({ kind: 'answered', id, answer }),
        (error: unknown) => tell({ kind: 'failed', id, reason: error instanceof Error ? error.message.slice(0, 500) : 'unknown' }),
      );
  });
}
