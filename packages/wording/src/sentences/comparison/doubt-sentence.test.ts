import { expect, it } from 'vitest';
import { doubtSentence } from './doubt-sentence.ts';

it('says what else differs of a candidate that is better', () => {
  const sentence = doubtSentence([
    { kind: 'statuses', status: '503', base: 0.001, candidate: 0.12 },
    { kind: 'sizes', base: 1200.4, candidate: 51 },
    { kind: 'fewer', base: 0.999, candidate: 0.88 },
  ]);
  expect(sentence.replace(/\s/gu, ' ')).toBe(
    'Suspect: status 503 came in 12 % of the answers (base: 0.1 %), an answer has 51 bytes (base: 1200) and 88 % of the planned load was answered well (base: 99.9 %).',
  );
});
