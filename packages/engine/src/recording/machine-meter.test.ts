import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { openCoreWait } from '../pace/core-wait.ts';
import { openMachineMeter } from './machine-meter.ts';

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true });
});

function plant(files: Readonly<Record<string, string>>) {
  const root = mkdtempSync(join(tmpdir(), 'machine-'));
  made.push(root);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  return { write, files: { proc: join(root, 'proc'), cgroup: join(root, 'cgroup') } };
}

/** Ticks of two cores: user, nice, system, idle, iowait, irq, softirq, steal, guest. */
const stat = (...ticks: number[]) => `cpu  ${ticks.join(' ')} 0\ncpu0 1 2 3\n`;

test('other work is all that was busy, stolen time too, less the time of this process', async () => {
  const { write, files } = plant({ 'proc/stat': stat(1000, 0, 100, 5000, 10, 1, 1, 0, 900) });
  const meter = openMachineMeter(files);
  await sleep(150);
  // 500 of 2000 ticks were busy: 300 user, 100 system, 20 interrupts, 80 stolen; this process used close to none of 20 seconds.
  write('proc/stat', stat(1300, 0, 200, 6490, 20, 11, 11, 80, 1900));
  const { otherWork, throttled } = meter.take();
  expect(otherWork).toBeGreaterThan(0.23);
  expect(otherWork).toBeLessThanOrEqual(0.25);
  expect(throttled).toBeNull();
  // Too short a time says nothing.
  expect(meter.take()).toEqual({ otherWork: null, throttled: null });
  meter.close();
});

test.each([
  ['second', '0::/pod/a\n', 'cgroup/pod/cpu', { max: '50000 100000\n' }, (ms: number) => `throttled_usec ${ms * 1000}`],
  [
    'first',
    '4:cpu,cpuacct:/pod\n',
    'cgroup/cpu,cpuacct/pod/cpu',
    { cfs_quota_us: '50000\n', cfs_period_us: '100000\n' },
    (ms: number) => `throttled_time ${ms * 1e6}`,
  ],
] as const)(
  'a quota of the %s version that holds the process is a share of the time; held threads count once',
  async (_, group, folder, quota, told) => {
    const text = (periods: number, ms: number) => `nr_periods 100\nnr_throttled ${periods}\n${told(ms)}\n`;
    const { write, files } = plant({ 'proc/self/cgroup': group, [`${folder}.stat`]: text(10, 5000) });
    for (const [name, value] of Object.entries(quota)) write(`${folder}.${name}`, value);
    const meter = openMachineMeter(files);
    await sleep(400);
    write(`${folder}.stat`, text(12, 5100));
    const { throttled } = meter.take();
    expect(throttled).toBeGreaterThan(0.1);
    expect(throttled).toBeLessThanOrEqual(0.25);
    await sleep(400);
    // Four threads, each held for 90 ms of one period.
    write(`${folder}.stat`, text(13, 5460));
    expect(meter.take().throttled).toBeLessThanOrEqual(0.5);
    meter.close();
  },
);

test('on a system that tells nothing nothing is known', async () => {
  const meter = openMachineMeter(plant({}).files);
  await sleep(120);
  expect(meter.take()).toEqual({ otherWork: null, throttled: null });
  meter.close();
});

const onLinux = test.skipIf(process.platform !== 'linux');

onLinux(
  'busy loops beside a quiet process show as other work',
  async () => {
    const loops = Array.from({ length: cpus().length }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
    try {
      await sleep(300);
      const meter = openMachineMeter();
      await sleep(1000);
      expect(meter.take().otherWork).toBeGreaterThanOrEqual(0.8);
      meter.close();
    } finally {
      for (const loop of loops) loop.kill('SIGKILL');
    }
  },
  30_000,
);

onLinux(
  'a thread that shares its core with busy loops says how long it waited for it',
  async () => {
    const loops = Array.from({ length: 2 * cpus().length }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
    try {
      await sleep(300);
      const wait = openCoreWait();
      const cpu = process.cpuUsage();
      const startMs = performance.now();
      while (performance.now() - startMs < 1500);
      const used = process.cpuUsage(cpu);
      const share = (used.user + used.system) / 1000 / (performance.now() - startMs);
      // The loop wanted its core all the time: what it did not get it waited for.
      expect(Math.abs((wait.take() ?? 0) + share - 1)).toBeLessThan(0.15);
      expect(share).toBeLessThan(0.8);
      wait.close();
    } finally {
      for (const loop of loops) loop.kill('SIGKILL');
    }
  },
  30_000,
);
