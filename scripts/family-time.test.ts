import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FamilyTime } from './family-time.ts';

const burn = 'while (process.cpuUsage().user < 400_000);';
/** Says its number once it has burnt, and stays. */
const burnAndStay = `${burn} console.log(process.pid); setInterval(() => {}, 1000);`;
const leavesOne = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(burnAndStay)}], { stdio: 'inherit' }); setInterval(() => {}, 1000);`;

/** Ends its child, waits for its end, and ends. */
const takesAlong = `const child = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(burnAndStay)}], { stdio: 'inherit' }); process.on('SIGTERM', () => child.once('exit', () => process.exit()).kill());`;

const ownSeconds = () => (process.cpuUsage().user + process.cpuUsage().system) / 1e6;

function isThere(pid: number): boolean {
  const stat = `/proc/${pid}/stat`;
  return existsSync(stat) && !/\) [ZX] /.test(readFileSync(stat, 'utf8'));
}

test.runIf(existsSync('/proc/self/stat'))(
  'counts what was waited for, what a killed parent left behind, and what ended with its parent, once each',
  async () => {
    const time = new FamilyTime();
    time.look();
    const before = time.seconds - ownSeconds();
    spawnSync(process.execPath, ['-e', burn]);
    const parent = spawn(process.execPath, ['-e', leavesOne], { stdio: ['ignore', 'pipe', 'inherit'] });
    const taking = spawn(process.execPath, ['-e', takesAlong], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [[said]] = (await Promise.all([once(parent.stdout, 'data'), once(taking.stdout, 'data')])) as [[Buffer], unknown];
    time.look();
    const whileThere = time.seconds - ownSeconds() - before;
    parent.kill('SIGKILL');
    taking.kill('SIGTERM');
    await Promise.all([once(parent, 'exit'), once(taking, 'exit')]);
    time.look();
    process.kill(Number(said), 'SIGKILL');
    await expect.poll(() => isThere(Number(said)), { timeout: 20_000 }).toBe(false);
    time.look();
    time.look();
    const atEnd = time.seconds - ownSeconds() - before;
    expect(whileThere).toBeGreaterThan(1.2);
    // What each process took to start is not known; nothing came since, and nothing is counted twice.
    expect(Math.abs(atEnd - whileThere)).toBeLessThan(0.3);
  },
);
