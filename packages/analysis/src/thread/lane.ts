/** Questions of one kind, and the threads that answer them. */
import { readersLanguage } from '@plimsoll/wording/words';
import type { Answer, Question, StreamName, StreamQuestion, WorkName } from './analysis-work.ts';
import type { AskedThread } from './asked-thread.ts';
import type { Asker } from './asker.ts';
import type { Held, Turns } from './turns.ts';
import type { Encoding, Written } from './written.ts';

export interface Lane {
  /** Work that changes something: it is done once for each who asks, and to its end once it has begun. */
  act<Name extends WorkName>(asker: Asker, name: Name, question: Question<Name>): Promise<Answer<Name>>;
  /** Work that only reads: one answer serves all of a group who ask the same meanwhile. */
  ask<Name extends WorkName>(asker: Asker, name: Name, question: Question<Name>): Promise<Answer<Name>>;
  /** The same as bytes. */
  askWritten<Name extends WorkName>(asker: Asker, name: Name, question: Question<Name>, encoding: Encoding): Promise<Written | null>;
  /** Each piece takes a turn of its own. */
  stream<Name extends StreamName>(asker: Asker, name: Name, question: StreamQuestion<Name>): Promise<AsyncIterable<string>>;
}

/** A stream stays on the thread it began on: a lane that streams has one. */
export function openLane(allTurns: Turns, threads: readonly AskedThread[]): Lane {
  const turns = allTurns.addLane(threads);
  // Its turn may come while another is spoken to.
  const read = <Name extends WorkName>(asker: Asker, name: Name, question: Question<Name>, encoding?: Encoding) => {
    const language = readersLanguage();
    const key = JSON.stringify([name, question, encoding, language]);
    return turns.take<unknown>(asker, key, (thread, gone) => thread.ask(name, question, { encoding, gone, language }));
  };
  return {
    act: (asker, name, question) => {
      const language = readersLanguage();
      return turns.take(asker, null, (thread) => thread.ask(name, question, { language }));
    },
    ask: <Name extends WorkName>(asker: Asker, name: Name, question: Question<Name>) =>
      read(asker, name, question) as Promise<Answer<Name>>,
    askWritten: (asker, name, question, encoding) => read(asker, name, question, encoding) as Promise<Written | null>,
    async stream(asker, name, question) {
      const held = turns.hold(asker);
      const language = readersLanguage();
      try {
        const pieces = await held.take(async (thread, gone) => {
          const opened = await thread.stream(name, question, language);
          const iterator = opened[Symbol.asyncIterator]();
          // Nobody is left to end it.
          if (gone.aborted) await iterator.return?.();
          return iterator;
        });
        const iterator = inTurns(pieces, held, asker.signal);
        return { [Symbol.asyncIterator]: () => iterator };
      } catch (error) {
        held.end();
        throw error;
      }
    },
  };
}

/**
 * Pieces, each in a turn of its own; an empty one only gave others their turn. No generator: one that nobody began to read could not be
 * ended.
 */
function inTurns(pieces: AsyncIterator<string>, held: Held<AskedThread>, signal: AbortSignal | undefined): AsyncIterator<string> {
  const done = { done: true, value: undefined } as const;
  let over = false;
  const end = async () => {
    if (over) return;
    over = true;
    held.end();
    await pieces.return?.();
  };
  const leave = () => void end().catch(() => undefined);
  if (signal?.aborted) leave();
  else signal?.addEventListener('abort', leave, { once: true });
  return {
    async next() {
      try {
        for (;;) {
          const result = await held.take(() => pieces.next());
          if (result.done) {
            await end();
            return done;
          }
          if (result.value !== '') return result;
        }
      } catch (error) {
        await end();
        throw error;
      }
    },
    async return() {
      await end();
      return done;
    },
  };
}
