import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findLineRate } from './line-rate.ts';

const outward = Object.entries(networkInterfaces())
  .flatMap(([name, own]) => (own ?? []).map((one) => ({ name, ...one })))
  .find((one) => !one.internal && one.family === 'IPv4');

test.skipIf(!outward)('the rate of the interface that packets to the target leave by, where the driver knows it', async () => {
  const { name, address } = outward as NonNullable<typeof outward>;
  const system = await mkdtemp(join(tmpdir(), 'plimsoll-line-'));
  const tell = (speed: string) => writeFile(join(system, name, 'speed'), speed);
  await mkdir(join(system, name));
  await tell('2500\n');
  expect(await findLineRate(`http://${address}:8080/path`, system)).toBe(2.5e9);
  await tell('-1\n');
  expect(await findLineRate(`http://${address}/`, system)).toBeNull();
  await rm(system, { recursive: true });
  expect(await findLineRate(`http://${address}/`, system)).toBeNull();
});

test('nothing is known of loopback, of a name that nobody knows and of no line at all', async () => {
  expect(await findLineRate('http://127.0.0.1:1/')).toBeNull();
  expect(await findLineRate('http://[::1]:1/')).toBeNull();
  expect(await findLineRate('http://nobody.invalid/')).toBeNull();
});
