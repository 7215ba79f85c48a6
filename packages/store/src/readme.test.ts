import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const exported: Record<string, string> = JSON.parse(read('package.json')).exports;
const rows = [...read('README.md').matchAll(/^\| `([a-z-]+)` \| (.*?) \|/gm)].map(([, subpath = '', calls = '']) => ({
  subpath,
  names: [...calls.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
}));

it('the README has a row for every subpath, and no other', () => {
  expect(rows.map(({ subpath }) => `./${subpath}`).sort()).toEqual(Object.keys(exported).sort());
});

it.each(rows)('what it names of $subpath is exported there', ({ subpath, names }) => {
  const source = read(exported[`./${subpath}`] ?? '');
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) expect(source).toMatch(new RegExp(`^export (async )?(function|const|class|interface|type) ${name}\\b`, 'm'));
});

it.each(rows)('every function that $subpath exports is called from outside or stays in the package', ({ subpath, names }) => {
  const source = read(exported[`./${subpath}`] ?? '');
  const functions = [...source.matchAll(/^export (?:async )?function (\w+)/gm)].map(([, name = '']) => name);
  const own = new Set(inside[subpath] ?? []);
  expect(functions.filter((name) => !names.includes(name) && !own.has(name))).toEqual([]);
});

/** Functions that other files of the package call, and nobody else. */
const inside: Readonly<Record<string, readonly string[]>> = {
  'experiment-row': ['progressOf', 'reasonOf', 'experimentOf'],
  experiments: ['insertPlannedRuns'],
  'run-claim': ['gatheringRun'],
  'run-life': ['activeRun'],
};
