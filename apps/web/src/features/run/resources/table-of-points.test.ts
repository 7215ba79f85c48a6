import { readResourceFile } from '@plimsoll/contracts/resource-file';
import { noResourceFigures } from '@plimsoll/contracts/resources';
import { expect, it } from 'vitest';
import { tableOfPoints } from './table-of-points.ts';

it('is read by the server as it was previewed', () => {
  const points = [
    { second: 0, figures: { ...noResourceFigures, cpu: 0.25, memoryShare: 0.5, threads: 3 } },
    { second: 7, figures: { ...noResourceFigures, cpu: 1, diskBytesPerSecond: 1e9 } },
  ];
  const read = readResourceFile(tableOfPoints(points), { startMs: 1_795_352_400_123, endMs: 1_795_352_460_000, offsetMs: 0 });
  expect(read).toEqual({ points, cores: null, outside: 0 });
});
