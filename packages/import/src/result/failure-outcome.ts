/** How a request ended that a tool calls failed. Other tools say it in words of their own, and words are all there is to go by. */
import type { OutcomeKind } from '@plimsoll/contracts/outcome';

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
