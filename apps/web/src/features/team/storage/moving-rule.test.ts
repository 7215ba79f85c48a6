import { expect, it } from 'vitest';
import { movingRule, withLaterRule } from './moving-rule.ts';

it('with an archive the rule that comes first is the one that is shown, and the other stays where it comes later', () => {
  const rules = (samplesDays: number | null, runsDays: number | null) => ({ samplesDays, runsDays });
  expect([rules(null, null), rules(7, 300), rules(300, 7), rules(null, 7), rules(7, 7)].map(movingRule)).toEqual([
    'samplesDays',
    'samplesDays',
    'runsDays',
    'runsDays',
    'samplesDays',
  ]);
  expect(withLaterRule(rules(7, 300), 7)).toEqual(rules(7, 300));
  expect(withLaterRule(rules(7, 300), 400)).toEqual(rules(400, null));
  expect(withLaterRule(rules(300, 7), 30)).toEqual(rules(300, 30));
  expect(withLaterRule(rules(7, 300), null)).toEqual(rules(null, null));
});
