import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FamilyTime } from './family-time.ts';

const burn = 'while (process.cpuUsage().user < 400_000);';
/** Says its number once it has burnt, and stays. */
const burnAndStay = `${burn} console.log(process.pid); setInterval(() => {}, 1000);`;
const leavesOne = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(burnAndStay)}], { stdio: 'inherit' }); setInterval(() => {}, 1000);`;

const ownSeconds = () => (process.cpuUsage().user + process.cpuUsage().system) / 1e6;

function isThere(pid: number): boolean {
  const stat = `/proc/${pid}/stat`;
  return existsSync(stat) && !/\) [ZX] /.test(readFileSync(stat, 'utf8'));
}

test.runIf(existsSync('/proc/self/stat'))('counts what was waited for, and what a killed parent left behind, once', async () => {
  const time = new FamilyTime();
  time.look();
  const before = time.seconds - ownSeconds();
  spawnSync(process.execPath, ['-e', burn]);
  const parent = spawn(process.execPath, ['-e', leavesOne], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = (await once(parent.stdout, 'data')) as [Buffer];
  time.look();
  const whileThere = time.seconds - ownSeconds() - before;
  parent.kill('SIGKILL');
  await once(parent, 'exit');
  time.look();
  process.kill(Number(said), 'SIGKILL');
  await expect.poll(() => isThere(Number(said)), { timeout: 20_000 }).toBe(false);
  time.look();
  time.look();
  const atEnd = time.seconds - ownSeconds() - before;
  expect(whileThere).toBeGreaterThan(0.8);
  // What each process took to start is not known; nothing came since, and nothing is counted twice.
  expect(Math.abs(atEnd - whileThere)).toBeLessThan(0.3);
});
