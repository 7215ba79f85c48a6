import type { StoryStage } from '@plimsoll/contracts/story';
import { expect, it } from 'vitest';
import { listBands, listMarks } from './chart-story.ts';

const stage = (name: string, fromSecond: number, toSecond: number) => ({ name, fromSecond, toSecond }) as StoryStage;
const figures = { resource: 'cpu', share: 1 };

it('findings of one second share a mark, by their numbers in the list', () => {
  const findings = [3, 7, 7].map((second) => ({ kind: 'resource_saturated' as const, second, figures, text: '' }));
  expect(listMarks({ findings })).toEqual([
    { x: 3, label: '1' },
    { x: 7, label: '2 3' },
  ]);
});

it('stages are bands, ramps shaded; the warm-up, the drain and a stage alone are none', () => {
  const stages = [stage('warmup', 0, 2), stage('~50', 2, 7), stage('50', 7, 12), stage('drain', 12, 14)];
  expect(listBands({ stages })).toEqual([
    { from: 2, to: 7, label: '~50', shaded: true },
    { from: 7, to: 12, label: '50', shaded: false },
  ]);
  expect(listBands({ stages: stages.slice(0, 2) })).toEqual([]);
});
