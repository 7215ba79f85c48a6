/**
 * The control groups that bound the processor time of a process, as a container's CPU limit does: cgroups(7), of both versions. A container
 * sees its own group at the root of the mount, whatever path its processes are said to have, so the root counts as well.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface SystemFiles {
  readonly proc: string;
  readonly cgroup: string;
}
export const systemFiles: SystemFiles = { proc: '/proc', cgroup: '/sys/fs/cgroup' };

/** A group with a quota. */
export interface CpuGroup {
  /** Processor time over time that it may use. */
  readonly quotaCores: number;
  readonly periodMs: number;
  /** Its `cpu.stat`. */
  readonly statFile: string;
}

/** Those with a quota among the group of a process and the groups it is in. None where the system does not tell. */
export function listCpuGroups(pid: number | 'self', { proc, cgroup }: SystemFiles = systemFiles): CpuGroup[] {
  const groups: CpuGroup[] = [];
  for (const line of (read(join(proc, String(pid), 'cgroup')) ?? '').split('\n')) {
    const [, controllers, path] = /^\d+:([^:]*):(\/.*)$/.exec(line) ?? [];
    if (path === undefined || controllers === undefined) continue;
    if (controllers === '') groups.push(...listFolders(path).flatMap((folder) => groupOfSecond(join(cgroup, folder)) ?? []));
    else if (controllers.split(',').includes('cpu'))
      for (const mount of new Set([controllers, 'cpu']))
        groups.push(...listFolders(path).flatMap((folder) => groupOfFirst(join(cgroup, mount, folder)) ?? []));
  }
  return groups;
}

/** A group and all it is in, up to the root. One outside the mount is said to be at `/../…`. */
function listFolders(path: string): string[] {
  const parts = path.split('/').filter((part) => part !== '' && part !== '..');
  return ['/', ...parts.map((_, at) => `/${parts.slice(0, at + 1).join('/')}`)];
}

/** `200000 100000`: µs of processor time in each period; `max`: no limit. */
function groupOfSecond(folder: string): CpuGroup | null {
  const [quota = '', period = ''] = (read(join(folder, 'cpu.max')) ?? '').trim().split(' ');
  return asGroup(quota, period, folder);
}

function groupOfFirst(folder: string): CpuGroup | null {
  return asGroup(read(join(folder, 'cpu.cfs_quota_us')) ?? '', read(join(folder, 'cpu.cfs_period_us')) ?? '', folder);
}

function asGroup(quota: string, period: string, folder: string): CpuGroup | null {
  const quotaCores = Number(quota) / Number(period);
  const isQuota = quota.trim() !== '' && Number.isFinite(quotaCores) && quotaCores > 0;
  return isQuota ? { quotaCores, periodMs: Number(period) / 1000, statFile: join(folder, 'cpu.stat') } : null;
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** The time and the number of times that a quota has held its group so far. The time is added over cores. */
export interface Throttled {
  readonly timeMs: number;
  readonly periods: number;
}

/** Reads `cpu.stat`: µs in the second version, ns in the first. */
export function readThrottled(text: string | null): Throttled | null {
  const figure = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text ?? '')?.[1] ?? Number.NaN);
  const usec = figure('throttled_usec');
  const timeMs = Number.isNaN(usec) ? figure('throttled_time') / 1e6 : usec / 1000;
  return Number.isNaN(timeMs) ? null : { timeMs, periods: figure('nr_throttled') };
}
