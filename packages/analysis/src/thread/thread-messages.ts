/** Messages between an asked thread and its asker: one answer to each question, one question at a time. */
import type { ObjectStoreSettings } from '@plimsoll/artefacts/object-store';
import { StoreError } from '@plimsoll/store/store-error';
import type { listLanguages } from '@plimsoll/wording/words';
import { AnalysisError } from '../analysis-error.ts';
import type { StreamName, WorkName } from './analysis-work.ts';
import type { Encoding } from './written.ts';

export interface ThreadOptions {
  readonly databaseUrl: string;
  /** Where the series of old runs lie; absent: there is no archive. */
  readonly objects?: ObjectStoreSettings | undefined;
  /** Those that the asker can be spoken to in, besides English. */
  readonly languages: ReturnType<typeof listLanguages>;
}

export type ToThread =
  /** With an encoding the answer is a `Written`. */
  | {
      readonly kind: 'ask';
      readonly name: WorkName;
      readonly question: unknown;
      readonly encoding?: Encoding | undefined;
      /** That of who asked, in which sentences are said. */
      readonly language: string;
    }
  /** Such a question is likely to be the first: its code is loaded now. No answer. */
  | { readonly kind: 'expect'; readonly name: WorkName }
  /** The question under way is no longer wanted; it is answered all the same, by a failure where it did not end before. */
  | { readonly kind: 'cancel' }
  /** Begins a stream, whose id the asker chooses, and asks for its first piece. */
  | { readonly kind: 'open'; readonly name: StreamName; readonly id: string; readonly question: unknown; readonly language: string }
  | { readonly kind: 'next'; readonly id: string; readonly language: string }
  | { readonly kind: 'drop'; readonly id: string };

/** `answer` of a stream is an IteratorResult. */
export type FromThread = { readonly kind: 'answered'; readonly answer: unknown } | { readonly kind: 'failed'; readonly failure: Failure };

/** An error as far as it can be cloned. */
interface Failure {
  readonly message: string;
  readonly stack: string | undefined;
  /** The code of an AnalysisError, of Postgres (SQLSTATE) or of the system; absent for a fault of ours. */
  readonly code: string | undefined;
  readonly analysis: Pick<AnalysisError, 'code' | 'values' | 'place'> | null;
  readonly store: Pick<StoreError, 'code' | 'values'> | null;
}

export function toFailure(error: unknown): Failure {
  const { message, stack, code }: NodeJS.ErrnoException = error instanceof Error ? error : new Error(String(error));
  const analysis = error instanceof AnalysisError ? { code: error.code, values: error.values, place: error.place } : null;
  const store = error instanceof StoreError ? { code: error.code, values: error.values } : null;
  return { message, stack, code, analysis, store };
}

/** Codes are kept, so that who asked tells a database that is away from a fault of ours. */
export function toError({ message, stack, code, analysis, store }: Failure): Error {
  if (analysis) return new AnalysisError(analysis.code, analysis.values, analysis.place);
  if (store) return new StoreError(store.code, store.values as never);
  return Object.assign(new Error(message), stack === undefined ? {} : { stack }, code === undefined ? {} : { code });
}
