import { mkdtempSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { signLife } from './alive-file.ts';
import { openLog } from './log.ts';

const log = openLog('silent');

test('a sign of life is as young as the last time the worker was seen', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'plimsoll-alive-')), 'alive');
  await signLife(file, log);
  utimesSync(file, 0, 0);
  await signLife(file, log);
  expect(Date.now() - statSync(file).mtimeMs).toBeLessThan(10_000);
});

test('a worker goes on where it cannot be written', async () => {
  await signLife('/nowhere/at/all', log);
  await signLife(undefined, log);
});
