import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { readQuotaCores } from './cgroup-quota.ts';

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true });
});

/** The files as a system has them, and the quota read from them for process 7. */
function quotaAmong(files: Readonly<Record<string, string>>): number | null {
  const root = mkdtempSync(join(tmpdir(), 'cgroup-'));
  made.push(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return readQuotaCores(7, { proc: join(root, 'proc'), cgroup: join(root, 'cgroup') });
}

test('the second version: the least quota of the group and those it is in', () => {
  const proc = { 'proc/7/cgroup': '0::/pod/container\n' };
  expect(quotaAmong({ ...proc, 'cgroup/pod/container/cpu.max': '200000 100000\n', 'cgroup/pod/cpu.max': '400000 100000\n' })).toBe(2);
  expect(quotaAmong({ ...proc, 'cgroup/pod/container/cpu.max': 'max 100000\n', 'cgroup/pod/cpu.max': '150000 100000\n' })).toBe(1.5);
  expect(quotaAmong({ ...proc, 'cgroup/pod/container/cpu.max': 'max 100000\n' })).toBeNull();
  // Inside the container, whose group is the root of what it sees.
  expect(quotaAmong({ 'proc/7/cgroup': '0::/../../other\n', 'cgroup/cpu.max': '50000 100000\n' })).toBe(0.5);
});

test('the first version, where a quota of -1 is none', () => {
  const proc = { 'proc/7/cgroup': '5:memory:/docker/a\n4:cpu,cpuacct:/docker/a\n' };
  const group = 'cgroup/cpu,cpuacct/docker/a/cpu.cfs';
  expect(quotaAmong({ ...proc, [`${group}_quota_us`]: '250000\n', [`${group}_period_us`]: '100000\n' })).toBe(2.5);
  expect(quotaAmong({ ...proc, [`${group}_quota_us`]: '-1\n', [`${group}_period_us`]: '100000\n' })).toBeNull();
});

test('a process that is gone, or a system that tells nothing, has none', () => {
  expect(quotaAmong({})).toBeNull();
  expect(quotaAmong({ 'proc/7/cgroup': '0::/a\n' })).toBeNull();
});
