/** Why something that was asked of the store or of the analysis was not done: its code and values as a sentence. */
import { failureText } from '../en/run/failure.ts';
import { speakerOf } from '../speaker.ts';

const say = speakerOf(failureText);
// Which values a code has is checked where it is raised.
const sayAny = say as (key: string, values: FailureValues) => string;

export type FailureValues = Readonly<Record<string, string | number>>;
/** Codes of StoreError. */
export type StoreFailure = keyof (typeof failureText)['storeError'];
/** Codes of AnalysisError. */
export type AnalysisFailure = keyof (typeof failureText)['analysisError'];

export function storeSentence(code: StoreFailure, values: FailureValues): string {
  return sayAny(`storeError.${code}`, values);
}

/** What a process that starts waits for. */
export function storeWait(what: keyof (typeof failureText)['storeWait'], values: FailureValues): string {
  return sayAny(`storeWait.${what}`, values);
}

export function analysisSentence(code: AnalysisFailure, values: FailureValues): string {
  return sayAny(`analysisError.${code}`, values);
}

/** Where a plan is wrong, as part of a sentence; empty for the plan as a whole. */
export function planPlace(field: string): string {
  return field === '' ? '' : say('planPlace', { field });
}
