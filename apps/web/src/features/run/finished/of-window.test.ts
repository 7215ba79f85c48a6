import type { Story } from '@plimsoll/contracts/story';
import { expect, it } from 'vitest';
import { ofWindow } from './of-window.ts';

const finding = (second: number) => ({ second, kind: 'recovered', text: `at ${second}` });
const stage = (fromSecond: number, toSecond: number) => ({ fromSecond, toSecond, name: `${fromSecond}` });
const story = { findings: [9, 10, 19, 20].map(finding), stages: [stage(0, 10), stage(10, 15), stage(15, 40)] } as unknown as Story;

it('keeps the findings of a window and the stages that reach into it', () => {
  const { story: part } = ofWindow({ story, resources: undefined }, { from: 10, to: 20 });
  expect(part?.findings.map(({ second }) => second)).toEqual([10, 19]);
  expect(part?.stages.map(({ fromSecond }) => fromSecond)).toEqual([10, 15]);
  expect(ofWindow({ story, resources: undefined }, null).story).toBe(story);
});
