/**
 * All processes of a service: those of its group and, on Linux, those that left the group but carry its mark in their environment. They are
 * ended by name of the group and the mark alone, so no other process is ever touched.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The environment variable that marks them. */
export const serviceMark = 'PLIMSOLL_SERVICE';
const graceMs = 5000;
const lookEveryMs = 50;

export interface ServiceGroup {
  /** The process that leads the group: its number is the group's. */
  readonly leader: number;
  readonly mark: string;
}

/** Looks at its leader first: to look at every process takes milliseconds of a core that may be measured. */
export function isAlive(group: ServiceGroup): boolean {
  if (process.platform !== 'linux') return signalGroup(group, 0);
  return isOf(group, group.leader) || listProcesses(group).length > 0;
}

/** Asks all to end, and ends what is left after 5 s. Answers when none is left. */
export async function endGroup(group: ServiceGroup): Promise<void> {
  signalAll(group, 'SIGTERM');
  if (await isGone(group, graceMs)) return;
  signalAll(group, 'SIGKILL');
  await isGone(group, graceMs);
}

async function isGone(group: ServiceGroup, withinMs: number): Promise<boolean> {
  for (const endMs = performance.now() + withinMs; performance.now() < endMs; await sleep(lookEveryMs)) if (!isAlive(group)) return true;
  return !isAlive(group);
}

function signalAll(group: ServiceGroup, signal: NodeJS.Signals): void {
  signalGroup(group, signal);
  if (process.platform === 'linux') for (const pid of listProcesses(group)) kill(pid, signal);
}

function signalGroup({ leader }: ServiceGroup, signal: NodeJS.Signals | 0): boolean {
  return kill(-leader, signal);
}

function kill(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    // Gone, or never ours.
    return false;
  }
}

function listProcesses(group: ServiceGroup): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid !== process.pid && isOf(group, pid));
}

/** Is it one of the service's, and has it not ended without being waited for? */
function isOf({ leader, mark }: ServiceGroup, pid: number): boolean {
  try {
    // After the name in parentheses, which may hold anything: state, parent, group.
    const [state, , group] = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
    if (state === 'Z' || state === 'X') return false;
    return Number(group) === leader || readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`${serviceMark}=${mark}`);
  } catch {
    return false;
  }
}
