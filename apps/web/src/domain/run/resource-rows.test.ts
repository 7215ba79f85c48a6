import { noResourceFigures, type Resources } from '@plimsoll/contracts/resources';
import { expect, it } from 'vitest';
import { cpuLines, requestsPerCpuSecond, withCpu } from './resource-rows.ts';

const told = (source: string, cpu: readonly number[]) => cpu.map((one, second) => ({ second, source, ...noResourceFigures, cpu: one }));
const resources: Resources = {
  sources: [
    { name: 'node', kind: 'process', cores: 4, quotaCores: null, metrics: ['cpu'], problem: null },
    { name: 'file', kind: 'upload', cores: null, quotaCores: null, metrics: ['cpu'], problem: null },
  ],
  points: [...told('node', [0.5, 0.25, 1]), ...told('file', [0.9])],
  resolutionSeconds: 1,
};

it('draws what a person brought first, and nothing where nothing was told', () => {
  const lines = cpuLines(resources);
  expect(lines.map(({ source }) => source)).toEqual(['file', 'node']);
  expect(withCpu([{ x: 0 }, { x: 2 }, { x: 3 }], lines)).toEqual([
    { x: 0, cpu0: 0.9, cpu1: 0.5 },
    { x: 2, cpu0: null, cpu1: 1 },
    { x: 3, cpu0: null, cpu1: null },
  ]);
});

it('counts good answers for each second a core was busy, without the warm-up', () => {
  const point = (second: number, warmup = false) => ({ second, lengthMs: 1000, warmup, done: 100, failed: 10 });
  // 0.25 and 1 of 4 cores: 5 seconds for 200 good answers. Second 3 has no CPU, so its requests do not count.
  expect(requestsPerCpuSecond([point(0, true), point(1), point(2), point(3)], resources, { name: 'node', cores: 4 })).toBe(40);
  expect(requestsPerCpuSecond([point(0)], resources, { name: 'file', cores: null })).toBeNull();
  expect(requestsPerCpuSecond([], resources, { name: 'node', cores: 4 })).toBeNull();
});
