import type { Point } from '@plimsoll/contracts/sample';
import { expect, it } from 'vitest';
import { firstAnswersUs } from './first-answers.ts';

const point = (p50Us: number | null, warmup = false) => ({ warmup, responseTime: { p50Us } }) as Point;

it('waits for three measured seconds, and takes the slowest of them', () => {
  const warm = [point(9000, true), point(8000, true)];
  expect(firstAnswersUs([...warm, point(300), point(400)])).toBeNull();
  expect(firstAnswersUs([...warm, point(300), point(700), point(400)])).toBe(700);
});

it('does not change its mind later, and says nothing where a second timed nothing', () => {
  expect(firstAnswersUs([point(300), point(300), point(300), point(50_000)])).toBe(300);
  expect(firstAnswersUs([point(300), point(null), point(300), point(300)])).toBeNull();
});
