/**
 * How many cores the control group of a process may use, as a container with a CPU limit: cgroups(7), of both versions. A container sees its
 * own group at the root of the mount, whatever path its processes are said to have, so the root counts as well.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface SystemFiles {
  readonly proc: string;
  readonly cgroup: string;
}
const system: SystemFiles = { proc: '/proc', cgroup: '/sys/fs/cgroup' };

/** The least quota of the process's group and of those it is in, in cores; null where none has one, or the system does not tell. */
export function readQuotaCores(pid: number, { proc, cgroup }: SystemFiles = system): number | null {
  const quotas: number[] = [];
  for (const line of (read(join(proc, String(pid), 'cgroup')) ?? '').split('\n')) {
    const [, controllers, path] = /^\d+:([^:]*):(\/.*)$/.exec(line) ?? [];
    if (path === undefined || controllers === undefined) continue;
    if (controllers === '') quotas.push(...listGroups(path).flatMap((group) => quotaOfSecond(join(cgroup, group)) ?? []));
    else if (controllers.split(',').includes('cpu'))
      for (const mount of new Set([controllers, 'cpu']))
        quotas.push(...listGroups(path).flatMap((group) => quotaOfFirst(join(cgroup, mount, group)) ?? []));
  }
  return quotas.length > 0 ? Math.min(...quotas) : null;
}

/** A group and all it is in, up to the root. One outside the mount is said to be at `/../…`. */
function listGroups(path: string): string[] {
  const parts = path.split('/').filter((part) => part !== '' && part !== '..');
  return ['/', ...parts.map((_, at) => `/${parts.slice(0, at + 1).join('/')}`)];
}

/** `200000 100000`: µs of processor time in each period; `max`: no limit. */
function quotaOfSecond(group: string): number | null {
  const [quota = '', period = ''] = (read(join(group, 'cpu.max')) ?? '').trim().split(' ');
  return asCores(quota, period);
}

function quotaOfFirst(group: string): number | null {
  return asCores(read(join(group, 'cpu.cfs_quota_us')) ?? '', read(join(group, 'cpu.cfs_period_us')) ?? '');
}

function asCores(quota: string, period: string): number | null {
  const cores = Number(quota) / Number(period);
  return quota.trim() !== '' && Number.isFinite(cores) && cores > 0 ? cores : null;
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
