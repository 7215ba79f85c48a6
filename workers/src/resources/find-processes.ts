/** Finds the processes of the target: those that hold the socket it listens on, and all that they started. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SourceProblem } from '@plimsoll/contracts/resources';
import { listDescriptors, listeningInodes, listProcesses, readNames, readProgram, readStat, socketInode } from './proc.ts';

export interface FoundProcesses {
  /** Name of the first one's program. */
  readonly name: string;
  /** That hold the socket. */
  readonly holders: readonly number[];
}

/** They pass a port on to a container: their own figures say nothing of the target. */
const forwarders = new Set(['docker-proxy', 'rootlessport', 'slirp4netns', 'gvproxy', 'pasta']);
const servicePort = new Set(['systemd', 'init']);

/** Looks through what all processes have open, a few at a time. */
export async function findProcesses(port: number): Promise<FoundProcesses | SourceProblem> {
  const inodes = listeningInodes(port);
  if (inodes.size === 0) return 'not_found';
  const all = listProcesses();
  const holders: number[] = [];
  let isHidden = false;
  for (const [at, pid] of all.entries()) {
    if (at % 8 === 7) await nextTurn();
    const descriptors = listDescriptors(pid);
    if (descriptors === null) isHidden = true;
    else if (descriptors.some((one) => inodes.has(socketInode(pid, one) ?? ''))) holders.push(pid);
  }
  // A socket that the system opened for a service is held by both.
  const names = new Map(holders.map((pid) => [pid, readStat(pid)?.name ?? '']));
  const served = holders.filter((pid) => !servicePort.has(names.get(pid) ?? ''));
  if (served.length === 0) return isHidden ? 'not_permitted' : 'not_found';
  if (served.every((pid) => forwarders.has(names.get(pid) ?? ''))) return 'behind_forwarder';
  const first = served[0] ?? 0;
  return { name: readProgram(first) ?? names.get(first) ?? '', holders: served };
}

/**
 * All of this name that may be looked at. `barred`: ports of the installation itself; who listens on one is nobody's target. `mine` are the
 * worker and its generators.
 */
export async function findByName(
  name: string,
  mine: ReadonlySet<number>,
  barred: readonly number[],
): Promise<FoundProcesses | SourceProblem> {
  const closed = new Set(barred.flatMap((port) => [...listeningInodes(port)]));
  const holders: number[] = [];
  let isHidden = false;
  for (const [at, pid] of listProcesses().entries()) {
    if (at % 8 === 7) await nextTurn();
    if (mine.has(pid) || !readNames(pid).includes(name)) continue;
    const descriptors = listDescriptors(pid);
    if (descriptors === null) isHidden = true;
    else if (!descriptors.some((one) => closed.has(socketInode(pid, one) ?? ''))) holders.push(pid);
  }
  if (holders.length > 0) return { name, holders };
  return isHidden ? 'not_permitted' : 'not_found';
}

/** With all that they started. `mine` are the worker and its generators: what they started is not the target. */
export function withChildren(roots: readonly number[], mine: ReadonlySet<number>): number[] {
  const children = new Map<number, number[]>();
  for (const pid of listProcesses()) {
    const parent = readStat(pid)?.parent;
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const found = new Set(roots);
  for (const pid of found) if (!mine.has(pid)) for (const child of children.get(pid) ?? []) if (!mine.has(child)) found.add(child);
  return [...found];
}
