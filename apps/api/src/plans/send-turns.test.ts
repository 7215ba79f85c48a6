import { expect, it } from 'vitest';
import { openSendTurns } from './send-turns.ts';

it('a person has one under way, and thirty a minute; another person is not held up', () => {
  let nowMs = 0;
  const turns = openSendTurns(() => nowMs);
  const first = turns.begin('ann');
  expect(() => turns.begin('ann')).toThrow(/Try again/);
  turns.begin('bob').end();
  first.end();
  for (let sent = 1; sent < 30; sent++) turns.begin('ann').end();
  expect(() => turns.begin('ann')).toThrow(/Try again/);
  turns.begin('bob').end();
  nowMs = 59_999;
  expect(() => turns.begin('ann')).toThrow();
  nowMs = 60_000;
  turns.begin('ann').end();
});
