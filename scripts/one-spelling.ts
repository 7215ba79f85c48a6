/**
 * Holds that a figure is told once: no other file than those of `packages/contracts/src/figure` writes a list or a table of three or more
 * keys of one of its tables. Who needs several figures asks the table which ones have a mark. Words for them stand in packages/wording.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { amountNames } from '../packages/contracts/src/figure/amounts.ts';
import { comparedMetrics } from '../packages/contracts/src/figure/compared-metric.ts';
import { timesFigureNames } from '../packages/contracts/src/figure/percentiles.ts';
import { targetFigures } from '../packages/contracts/src/figure/target-figures.ts';
import { histogramNames } from '../packages/contracts/src/figure/times.ts';

const home = 'packages/contracts/src/figure/';
/** Names of figures for people, and fields of a machine that go by the same names as figures of the target. */
const others = [
  'packages/wording/src/terms.ts',
  'packages/wording/src/en/run/target.ts',
  'packages/wording/src/zh/run/target.ts',
  'packages/statistics/src/comparison/comparability.ts',
];
const most = 2;
const tables = [histogramNames, timesFigureNames, amountNames, comparedMetrics, Object.keys(targetFigures)].map(
  (names) => new Set<string>(names),
);
/** The text between brackets or braces that hold no others. */
const innermost = /[[{]([^[\]{}]*)[\]}]/g;
/** `'p99'`, `p99: '…'`: a key as an element of a list, or as a field with a value of its own. */
const keys = /'([\w.]+)'(?=\s*(?:[,:]|$))|(?:^|[\n,])\s*(\w+):\s*(?=['"`])/g;

const files = execFileSync('git', ['ls-files', 'packages', 'apps', 'workers'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\/src\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.startsWith(home) && !others.includes(file));

const found = files.flatMap((file) => {
  const text = readFileSync(file, 'utf8').replace(/^\s*(\/\*\*?|\*|\/\/).*$/gm, '');
  return [...text.matchAll(innermost)].flatMap(([, inner = '']) => {
    const told = [...inner.matchAll(keys)].map(([, quoted, field]) => quoted ?? field ?? '');
    const same = tables.map((table) => new Set(told.filter((key) => table.has(key)))).find((some) => some.size > most);
    return same ? [`${file}: ${[...same].join(', ')}`] : [];
  });
});
process.stdout.write(found.length === 0 ? '' : `Figures are told again, beside ${home}:\n${found.join('\n')}\n`);
process.exitCode = found.length === 0 ? 0 : 1;
