import { expect, it } from 'vitest';
import { openSendTurns } from './send-turns.ts';

it('a person has one under way, and thirty a minute; another person is not held up', () => {
  let nowMs = 0;
  const turns = openSendTurns(() => nowMs);
  const first = turns.begin('ann');
  expect(() => turns.begin('ann')).toThrow('You are already sending a request. Try again in 1\u00a0s.');
  turns.begin('bob').end();
  first.end();
  for (let sent = 1; sent < 30; sent++) turns.begin('ann').end();
  expect(() => turns.begin('ann')).toThrow('You may send 30 requests a minute. Try again in 1\u00a0min.');
  turns.begin('bob').end();
  nowMs = 59_999;
  expect(() => turns.begin('ann')).toThrow();
  nowMs = 60_000;
  turns.begin('ann').end();
});
