import type { Experiment } from '@plimsoll/contracts/experiment';
import { planSchema } from '@plimsoll/contracts/plan';
import { expect, it } from 'vitest';
import { headline } from './experiment-header.tsx';

it('tells the runs that each variant has by now', () => {
  const plan = planSchema.parse({
    version: 1,
    name: 'p',
    target: { url: 'http://127.0.0.1/' },
    load: { model: 'open', rate: 10, duration: '30s' },
  });
  const runsOf = (kind: Experiment['kind'], repeats: number, runs: number) =>
    headline({
      kind,
      design: 'runs',
      repeats,
      variants: [{ plan }, ...(kind === 'aa' ? [] : [{ plan }])],
      runs: Array.from({ length: runs }),
    } as unknown as Experiment).find((part) => part.endsWith(' each'));
  expect(runsOf('ab', 3, 6)).toBe('3 runs each');
  expect(runsOf('ab', 3, 10)).toBe('5 runs each');
  expect(runsOf('aa', 3, 10)).toBe('5 runs each');
  // Not begun, stopped before, and a sweep that closes in on its knee.
  expect(runsOf('ab', 3, 0)).toBe('3 runs each');
  expect(runsOf('ab', 3, 3)).toBe('3 runs each');
  expect(runsOf('sweep', 3, 11)).toBe('3 runs each');
});
