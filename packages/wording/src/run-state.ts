/** The state of a run in a word or two. The first page loads it. */
import { commonestFailure, judgeFailure } from '@plimsoll/contracts/failure';
import type { Run, RunState } from '@plimsoll/contracts/run';
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

/** `Completed`, `Nothing answered: connection refused`, `52 % failed`. */
export function runStateWord({ state, summary }: Pick<Run, 'state' | 'summary'>): RunStateWord {
  const failure = ended.includes(state) ? judgeFailure(summary) : null;
  if (!summary || failure === null) return { text: stateWords[state], tone: null };
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

/** `Connection refused` → `connection refused`; `TLS failure` and `HTTP 503` stay as they are. */
function insideSentence(name: string): string {
  return /^\p{Lu}\p{Ll}/u.test(name) ? name.slice(0, 1).toLocaleLowerCase() + name.slice(1) : name;
}
