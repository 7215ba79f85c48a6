/** The end in a row: of a run, or of an experiment that did not begin. */
import type { Run } from '@plimsoll/contracts/run';
import { type RunEnding, runEndingSchema } from '@plimsoll/contracts/run-ending';
import { runEndSentence } from '@plimsoll/wording/run-end-sentence';
import { readKept } from './read-kept.ts';

/** It is stored as a code, or by a version before as a sentence: which is later than the code, since this version clears it. */
export interface EndedRow {
  readonly state_reason: string | null;
  readonly ending: RunEnding | null;
}

/** The end with its sentence, for who reads it now. */
export function readEnding({ state_reason, ending: kept }: EndedRow): Pick<Run, 'stateReason' | 'ending'> {
  const ending: RunEnding | null = state_reason ? { kind: 'legacy', text: state_reason } : readKept(runEndingSchema, kept);
  return { stateReason: ending && runEndSentence(ending), ending };
}
