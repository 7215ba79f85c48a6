/** Ways to give a process less of a processor than it wants. Each is undone by `end`. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { findCommand } from '@plimsoll/testbed/find-command';

export interface Hindrance {
  /** Its effect, and its means where there is a stand-in. */
  readonly name: string;
  end(): void;
}

/** A loop ends by itself if nobody ends it. */
const longestLoopMs = 60_000;
const loopCode = (longestMs: number) => `const end = Date.now() + ${longestMs}; while (Date.now() < end);`;

export interface BusyLoopsOptions {
  readonly core?: number | null;
  readonly longestMs?: number;
}

export const hasTaskset = findCommand('taskset') !== null;

/** Processes that want a core each all the time, for a minute unless they are asked for longer; on one core: that one. */
export function busyLoops(count: number, { core = null, longestMs = longestLoopMs }: BusyLoopsOptions = {}): Hindrance {
  const loops = Array.from({ length: count }, (): ChildProcess => {
    const command = [process.execPath, '-e', loopCode(longestMs)];
    const [program = '', ...args] = core === null ? command : ['taskset', '-c', String(core), ...command];
    return spawn(program, args, { stdio: 'ignore' });
  });
  return { name: `${count} busy loops`, end: () => loops.forEach((loop) => void loop.kill('SIGKILL')) };
}

/** All threads of the process on this core. */
export function pin(pid: number, core: number): void {
  execFileSync('taskset', ['-a', '-c', '-p', String(core), String(pid)], { stdio: 'ignore' });
}

const periodUs = 100_000;
export interface Quota extends Hindrance {
  set(cores: number): void;
}

/** A control group of its own with a quota (both versions); null where none may be made here. */
export function putUnderQuota(pid: number, cores: number): Quota | null {
  const name = `plimsoll-test-${pid}`;
  for (const mount of ['/sys/fs/cgroup/cpu', '/sys/fs/cgroup']) {
    const folder = `${mount}/${name}`;
    try {
      mkdirSync(folder);
    } catch {
      continue;
    }
    const first = existsSync(`${folder}/cpu.cfs_quota_us`);
    const set = (share: number) =>
      first
        ? writeFileSync(`${folder}/cpu.cfs_quota_us`, String(share * periodUs))
        : writeFileSync(`${folder}/cpu.max`, `${share * periodUs} ${periodUs}`);
    try {
      set(cores);
      writeFileSync(`${folder}/cgroup.procs`, String(pid));
    } catch {
      rmdirSync(folder);
      continue;
    }
    return {
      name: 'a control group with a quota',
      set,
      end: () => {
        try {
          writeFileSync(`${mount}/cgroup.procs`, String(pid));
        } catch {
          // It has ended.
        }
        rmdirSync(folder);
      },
    };
  }
  return null;
}

/** Stopped and continued in turns: the process is as one that others, or its host, keep from running. */
export function stopInTurns(pid: number, { runMs, stopMs }: { readonly runMs: number; readonly stopMs: number }): Hindrance {
  let timer: NodeJS.Timeout;
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended.
    }
  };
  const run = () => {
    signal('SIGCONT');
    timer = setTimeout(stop, runMs);
  };
  const stop = () => {
    signal('SIGSTOP');
    timer = setTimeout(run, stopMs);
  };
  timer = setTimeout(stop, runMs);
  return {
    name: 'stopped in turns',
    end: () => {
      clearTimeout(timer);
      signal('SIGCONT');
    },
  };
}
