/** The first thing that a page says of a finished run; apart, since lists of runs need none of it. */
import type { Plan } from '@plimsoll/contracts/plan';
import type { Run } from '@plimsoll/contracts/run';
import { paragraph } from '@plimsoll/wording/list';
import { failureAdvice, type RunVerdict, reasonBesides, runVerdict, type ToldPlan } from '@plimsoll/wording/run-sentence';

type Finished = Pick<Run, 'state' | 'stateReason' | 'ending' | 'summary' | 'thresholds' | 'validity'> & {
  /** A share does not tell what there was to send. */
  readonly plan: ToldPlan & { readonly load?: Plan['load'] | undefined };
};

/** Why it ended, where its state does not say it, or where its load had several ends and one of them came first. */
function endWords(run: Finished): string | null {
  const {
    state,
    stateReason,
    plan: { load },
  } = run;
  const several = load?.model === 'closed' && load.requests !== undefined && load.duration !== undefined;
  return state === 'completed' && several ? stateReason : reasonBesides(run);
}

/** Held or not, then how much, how fast, how many errors, and what to try where nothing was good. */
export function verdictPhrase(run: Finished): RunVerdict {
  const { plan, validity, summary } = run;
  const verdict = runVerdict(run, endWords(run), plan);
  return {
    ...verdict,
    rest: paragraph([verdict.rest, failureAdvice(summary)]),
    tone: verdict.tone === 'good' && validity?.stamp === 'invalid' ? 'even' : verdict.tone,
  };
}
