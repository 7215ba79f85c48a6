/** The state of a run in a word or two. The first page loads it. */
import { commonestFailure, judgeFailure } from '@plimsoll/contracts/failure';
import type { Run, RunState } from '@plimsoll/contracts/run';
import type { RunEnding } from '@plimsoll/contracts/run-ending';
import { runFailureWords, stateWords } from './en/names.ts';
import { formatShare } from './figures/share.ts';
import { errorName } from './names.ts';

/** States that end a load as it was meant to end, or because of what the target did: there a failure says more than they do. */
const ended: readonly RunState[] = ['completed', 'stopped', 'auto_stopped'];

interface RunStateWord {
  readonly text: string;
  /** How far it failed; null where the state says all. */
  readonly tone: 'bad' | 'warn' | null;
}

/** The faults that are not of a generator that failed, where a run is `worker_lost`. */
const faults: Partial<Record<RunEnding['kind'], 'worker_lost' | 'generator_lost' | 'connections_not_closed' | 'no_figures'>> = {
  workerLost: 'worker_lost',
  deadlineMissed: 'worker_lost',
  legacy: 'worker_lost',
  processEnded: 'generator_lost',
  silent: 'generator_lost',
  connectionsNotClosed: 'connections_not_closed',
  notComputed: 'no_figures',
};

/** `Completed`, `Worker lost`, `Generator failed`: a run that a fault of ours ended is `worker_lost`, and its ending says whose fault. */
export function stateWord({ state, ending }: Pick<Run, 'state' | 'ending'>): string {
  const own = ending?.kind === 'ofGenerator' ? ending.ending : ending;
  return stateWords[state === 'worker_lost' && own ? (faults[own.kind] ?? 'generator_failed') : state];
}

/** `Completed`, `Nothing answered: connection refused`, `52 % failed`. */
export function runStateWord(run: Pick<Run, 'state' | 'ending' | 'summary'>): RunStateWord {
  const { state, summary } = run;
  const failure = ended.includes(state) ? judgeFailure(summary) : null;
  if (!summary || failure === null) return { text: stateWord(run), tone: null };
  if (failure === 'many_failed') {
    const share = formatShare(summary.errorRate);
    const text = state === 'completed' ? runFailureWords.many({ share }) : runFailureWords.manyOf({ state: stateWords[state], share });
    return { text, tone: 'warn' };
  }
  const kind = commonestFailure(summary);
  const [bare, by] =
    failure === 'unanswered'
      ? [runFailureWords.unanswered, runFailureWords.unansweredBy]
      : [runFailureWords.allFailed, runFailureWords.allFailedBy];
  return { text: kind === null ? bare : by({ cause: insideSentence(errorName(kind)) }), tone: 'bad' };
}

/** `Connection refused` → `connection refused`, `A run` → `a run`; `TLS failure` and `HTTP 503` stay as they are. */
export function insideSentence(name: string): string {
  return /^\p{Lu}[\p{Ll} ]/u.test(name) ? name.slice(0, 1).toLocaleLowerCase() + name.slice(1) : name;
}
