/** Failures of the store and of the analysis: code and values as a sentence. */
import { analysisErrorWords, failurePlaceWords, storeErrorWords, storeWaitWords } from '../en/run/failure.ts';
import { type Named, say } from '../words.ts';

export type FailureValues = Readonly<Record<string, string | number>>;
/** Codes of StoreError. */
export type StoreFailure = Named<typeof storeErrorWords>;
/** Codes of AnalysisError. */
export type AnalysisFailure = Named<typeof analysisErrorWords>;

export function storeSentence(code: StoreFailure, values: FailureValues): string {
  return say(storeErrorWords[code], values);
}

/** The thing that a starting process waits for. */
export function storeWait(what: Named<typeof storeWaitWords>, values: FailureValues): string {
  return say(storeWaitWords[what], values);
}

export function analysisSentence(code: AnalysisFailure, values: FailureValues): string {
  return say(analysisErrorWords[code], values);
}

/** The wrong place of a plan, as part of a sentence; empty for the plan as a whole. */
export function planPlace(field: string): string {
  return field === '' ? '' : failurePlaceWords.plan({ field });
}
