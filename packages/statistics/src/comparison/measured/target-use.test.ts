import { noResourceFigures, type ResourceSource, type Resources } from '@plimsoll/contracts/resources';
import { expect, it } from 'vitest';
import { chooseCpuSources, measureTarget, sumTarget } from './target-use.ts';

const source = (name: string, kind: ResourceSource['kind'], change: Partial<ResourceSource> = {}): ResourceSource => ({
  name,
  kind,
  cores: 4,
  quotaCores: null,
  metrics: ['cpu', 'memoryBytes'],
  problem: null,
  ...change,
});
const names = (...runs: ResourceSource[][]) => chooseCpuSources(runs.map((sources) => ({ sources }))).map((one) => one?.name ?? null);

it('takes the CPU of all runs from one kind of source, where they have one in common', () => {
  const [node, php, file] = [source('node', 'process'), source('php', 'process'), source('file', 'upload')];
  expect(names([node, file], [node])).toEqual(['node', 'node']);
  expect(names([node, file], [php, source('other file', 'upload')])).toEqual(['file', 'other file']);
  expect(names([node], [php])).toEqual(['node', 'php']);
  expect(names([node], [])).toEqual(['node', null]);
  expect(names([node], [file])).toEqual(['node', 'file']);
  // Several by one name count by the name that all have.
  expect(names([source('a', 'scrape'), source('b', 'scrape')], [source('b', 'scrape')])).toEqual(['b', 'b']);
  expect(names([source('quiet', 'process', { metrics: ['threads'] })])).toEqual([null]);
});

it('pairs good answers with the CPU of their second, and adds up what an arm used', () => {
  const told = (cpu: readonly (number | null)[]): Resources => ({
    sources: [source('node', 'process')],
    points: cpu.map((one, second) => ({ ...noResourceFigures, second, source: 'node', cpu: one, memoryBytes: 100 + second })),
    resolutionSeconds: 1,
  });
  const answers = [1, 2, 3, 4].map((second) => ({ second, good: 90, lengthMs: 1000 }));
  // Second 0 is a warm-up, of 3 the CPU is not known, and 4 was never told.
  const use = measureTarget(source('node', 'process'), told([1, 0.25, 1, null]), answers);
  expect(use?.seconds.map(({ second, cpu }) => [second, cpu])).toEqual([
    [1, 0.25],
    [2, 1],
  ]);
  const sum = sumTarget([use], 2);
  // 180 answers for 0.25 and 1 of 4 cores.
  expect(sum).toMatchObject({ requestsPerCpuSecond: 36, cpuMean: 0.625, cpuPeak: 1, memoryPeakBytes: 103, cores: 4, kind: 'process' });
  expect(sum?.points).toEqual([
    { second: 0, cpu: 0.25 },
    { second: 2, cpu: 1 },
  ]);
  expect(sumTarget([use, null], 1)).toBeNull();
  expect(measureTarget(source('node', 'process'), told([1]), answers)).toBeNull();
  expect(sumTarget([use && { ...use, cores: null }], 1)).toMatchObject({ requestsPerCpuSecond: null, cores: null });
});
