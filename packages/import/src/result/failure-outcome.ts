/** How a request ended that a tool calls failed. Other tools say it in words of their own, and words are all there is to go by. */
import type { OutcomeCounts, OutcomeKind } from '@plimsoll/contracts/outcome';

const told: readonly (readonly [RegExp, OutcomeKind])[] = [
  [/dial.*timeout|connect.*timed? ?out/i, 'connect_timeout'],
  [/time(d )?-?out|deadline/i, 'timeout'],
  [/refused/i, 'connect_refused'],
  [/reset|broken pipe/i, 'reset'],
  [/no such host|lookup|ENOTFOUND|dns/i, 'dns'],
  [/x509|certificate|tls/i, 'tls'],
  [/\bEOF\b|closed/i, 'closed_early'],
  [/malformed|protocol/i, 'protocol'],
];

export function outcomeOfFailure(message: string): OutcomeKind {
  return told.find(([words]) => words.test(message))?.[1] ?? 'no_answer';
}

/** Failures of oha by their words, counted. Requests that its own deadline cut off are neither good nor failed. */
export function countOutcomes(failures: Iterable<readonly [message: string, count: number]>): OutcomeCounts {
  const counts: Partial<Record<OutcomeKind, number>> = {};
  for (const [message, count] of failures) {
    if (message === 'aborted due to deadline') continue;
    const outcome = outcomeOfFailure(message);
    counts[outcome] = (counts[outcome] ?? 0) + count;
  }
  return counts;
}
