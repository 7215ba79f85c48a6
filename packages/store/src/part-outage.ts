/** The log of a process about a database or a queue that is away: in our words, and in those of the server or the network. */
import type { TroubledPart, TroubleKind } from '@plimsoll/contracts/health';
import { troubleSentence } from '@plimsoll/wording/trouble-sentence';
import { readTrouble } from './connection-trouble.ts';
import { type OutageReporter, openOutageReporter } from './outage-reporter.ts';

export interface OutageLog {
  info(sentence: string): void;
  warn(fields: { readonly trouble: TroubleKind; readonly reason: string; readonly times: number }, sentence: string): void;
}

/** `words`: of another part, where this one lives in it. */
export function openPartOutage(log: OutageLog, part: TroubledPart, words: TroubledPart = part): OutageReporter {
  let trouble: TroubleKind = 'other';
  const reporter = openOutageReporter((notice) => {
    if (notice.kind === 'back') log.info(`the ${part} is back`);
    else {
      const fields = { trouble, reason: notice.reason, times: notice.times };
      // An unknown error has no better words than its own.
      log.warn(fields, trouble === 'other' ? `the ${part} is away` : `the ${part} is away: ${troubleSentence(words, trouble)}`);
    }
  });
  return {
    failed(error) {
      trouble = readTrouble(error);
      reporter.failed(error);
    },
    answered: reporter.answered,
  };
}
