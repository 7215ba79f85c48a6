/** The thread of comparer.ts: reads the runs by a connection of its own, so that none of their samples pass through the API's event loop. */
import { parentPort, workerData } from 'node:worker_threads';
import { comparisonResultSchema, comparisonSchema } from '@plimsoll/contracts/comparison';
import { openPool } from '@plimsoll/store/database';
import type { ApiError } from '../http/api-error.ts';
import { toApiError } from '../http/error-handler.ts';
import { type Arms, compareRuns, type Keeping, keepComparison } from './comparing.ts';

export interface ThreadOptions {
  readonly databaseUrl: string;
}

export interface ToCompare {
  readonly teamId: string;
  readonly arms: Arms;
  /** The comparison is kept where this is given. */
  readonly keep?: Keeping;
}

export interface ComparedText {
  /** Of the comparison that was kept. */
  readonly id: string | null;
  /** The API's answer: megabytes of points, which take their time to be checked and written, too. */
  readonly json: string;
}

/** `refusal`: an ApiError as far as it can be cloned; with the stack of what was thrown, for the log, where the fault is ours. */
export type ThreadAnswer =
  | { readonly kind: 'compared'; readonly compared: ComparedText }
  | { readonly kind: 'refused'; readonly refusal: Pick<ApiError, 'code' | 'message' | 'errors' | 'headers' | 'status' | 'stack'> };

const { databaseUrl } = workerData as ThreadOptions;
const db = openPool(databaseUrl, { applicationName: 'plimsoll comparisons', max: 1 });

async function compared({ teamId, arms, keep }: ToCompare): Promise<ComparedText> {
  const comparison = await compareRuns(db, teamId, arms);
  if (!keep) return { id: null, json: JSON.stringify(comparisonResultSchema.parse(comparison)) };
  const kept = await keepComparison(db, teamId, arms, comparison, keep);
  return { id: kept.id, json: JSON.stringify(comparisonSchema.parse(kept)) };
}

async function answer(question: ToCompare): Promise<ThreadAnswer> {
  try {
    return { kind: 'compared', compared: await compared(question) };
  } catch (error) {
    const { code, message, errors, headers, status } = toApiError(error);
    const ours = status >= 500 && error instanceof Error && error.stack ? { stack: error.stack } : {};
    return { kind: 'refused', refusal: { code, message, errors, headers, status, ...ours } };
  }
}

parentPort?.on('message', async (question: ToCompare) => parentPort?.postMessage(await answer(question)));
