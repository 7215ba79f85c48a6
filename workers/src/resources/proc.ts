/**
 * Reads from /proc how Linux sees processes. Read with plain calls: the files are made in memory, so that nothing waits for a disk. Own, since
 * the libraries for it (pidusage) start a process to ask for the clock's ticks and tell neither threads nor sockets nor disk.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** USER_HZ, in which Linux tells processor time to programs: 100 on every architecture Node runs on. */
const ticksPerSecond = 100;

/** Null: there is no such process any more, or it may not be read. */
function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

export interface ProcessStat {
  readonly parent: number;
  readonly name: string;
  readonly threads: number;
  /** Processor time of its own and of children that ended, seconds. */
  readonly cpuSeconds: number;
}

/** proc_pid_stat(5). The name stands in brackets and may hold anything. */
export function readStat(pid: number): ProcessStat | null {
  const text = read(`/proc/${pid}/stat`);
  if (text === null) return null;
  const end = text.lastIndexOf(')');
  const rest = text.slice(end + 2).split(' ');
  const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(rest[at]), 0);
  return {
    parent: Number(rest[1]),
    name: text.slice(text.indexOf('(') + 1, end),
    threads: Number(rest[17]),
    cpuSeconds: ticks / ticksPerSecond,
  };
}

export interface ThreadTimes {
  readonly cpuSeconds: number;
  /** Runnable, and without a core; null where the kernel does not count it. */
  readonly waitedSeconds: number | null;
}

/** The threads of a process, the main one first; of one that is gone, none. */
export function listThreads(pid: number): number[] {
  return list(`/proc/${pid}/task`).map(Number);
}

/** schedstat counts in ns; where there is none, proc_pid_stat(5) counts in ticks. */
export function readThread(pid: number, thread: number): ThreadTimes | null {
  const folder = `/proc/${pid}/task/${thread}`;
  const [runNs = 0, waitedNs = 0, turns = 0] = (read(`${folder}/schedstat`) ?? '').trim().split(' ').map(Number);
  if (turns > 0) return { cpuSeconds: runNs / 1e9, waitedSeconds: waitedNs / 1e9 };
  const text = read(`${folder}/stat`);
  if (text === null) return null;
  const rest = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { cpuSeconds: (Number(rest[11]) + Number(rest[12])) / ticksPerSecond, waitedSeconds: null };
}

/** The command it was started with, without its folder: a thread may rename itself, as Node's main one does. Null: it is gone, or the kernel's own. */
export function readProgram(pid: number): string | null {
  const [first = ''] = (read(`/proc/${pid}/cmdline`) ?? '').split('\0');
  // Servers write what a process does in place of how it was started: "nginx: master process /usr/sbin/nginx".
  const [program = ''] = first.split(/[:\s]/);
  return program.slice(program.lastIndexOf('/') + 1) || null;
}

/** Names by which a person may call it: its program, what it calls itself, and the script that an interpreter runs. */
export function readNames(pid: number): string[] {
  const [, script = ''] = (read(`/proc/${pid}/cmdline`) ?? '').split('\0');
  const file = script.startsWith('-') ? '' : script.slice(script.lastIndexOf('/') + 1);
  return [readProgram(pid), readStat(pid)?.name, file].filter((name): name is string => Boolean(name));
}

/** Resident memory; null where it is not told. */
export function readMemoryBytes(pid: number): number | null {
  const kibibytes = /^VmRSS:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`) ?? '')?.[1];
  return kibibytes === undefined ? null : Number(kibibytes) * 1024;
}

/** Bytes that went to and from disks since it began; null: only its own user may know. */
export function readDiskBytes(pid: number): number | null {
  const text = read(`/proc/${pid}/io`);
  if (text === null) return null;
  const bytes = (name: string) => Number(new RegExp(`^${name}: (\\d+)`, 'm').exec(text)?.[1] ?? 0);
  return bytes('read_bytes') + bytes('write_bytes');
}

export function listProcesses(): number[] {
  return list('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
}

function list(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/** Null: not permitted, or gone. */
export function listDescriptors(pid: number): string[] | null {
  try {
    return readdirSync(`/proc/${pid}/fd`);
  } catch {
    return null;
  }
}

/** The inode of a descriptor's socket; null: it is none. */
export function socketInode(pid: number, descriptor: string): string | null {
  try {
    return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${descriptor}`))?.[1] ?? null;
  } catch {
    return null;
  }
}

/** Inodes of sockets that listen on a port at a loopback address or at all of them. */
export function listeningInodes(port: number): Set<string> {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  const inodes = new Set<string>();
  for (const file of ['/proc/net/tcp', '/proc/net/tcp6'])
    for (const line of (read(file) ?? '').split('\n')) {
      const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/);
      if (state === '0A' && local.endsWith(`:${hex}`) && inode && isLocal(local.slice(0, -5))) inodes.add(inode);
    }
  return inodes;
}

/** As the kernel writes addresses: 127.x.x.x ends in 7F, ::1 and ::ffff:127.x.x.x have their own form; zeros are all addresses. */
function isLocal(address: string): boolean {
  return (
    /^0+$/.test(address) ||
    /^[0-9A-F]{6}7F$/.test(address) ||
    address === '00000000000000000000000001000000' ||
    /^0{16}FFFF0000[0-9A-F]{6}7F$/.test(address)
  );
}
