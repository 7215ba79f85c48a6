/** The rule of a team that moves runs, where there is an archive: the one of the two that comes first. */
import type { Retention } from '@plimsoll/contracts/retention';

/** The rule that comes first: with an archive there is no other. */
export function movingRule({ samplesDays, runsDays }: Retention): keyof Retention {
  return runsDays !== null && (samplesDays === null || runsDays < samplesDays) ? 'runsDays' : 'samplesDays';
}

/** The other rule, which is not shown, stays where it comes later. */
export function withLaterRule(former: Retention, days: number | null): Retention {
  const later = (kept: number | null) => (kept !== null && days !== null && kept >= days ? kept : null);
  return movingRule(former) === 'samplesDays'
    ? { samplesDays: days, runsDays: later(former.runsDays) }
    : { samplesDays: later(former.samplesDays), runsDays: days };
}
