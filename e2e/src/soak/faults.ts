/** What the soak does to the stack, one a minute. Each is over when it resolves: what was stopped runs again. */
import { setTimeout as sleep } from 'node:timers/promises';
import { listChildren, signal } from './processes.ts';
import type { ScaledStack } from './scaled-stack.ts';

export interface Fault {
  readonly name: string;
  strike(stack: ScaledStack, round: number): Promise<void>;
}

const pick = <T>(list: readonly T[], round: number): T => list[round % list.length] as T;

async function freeze(pids: readonly number[], ms: number): Promise<void> {
  for (const pid of pids) signal(pid, 'SIGSTOP');
  await sleep(ms);
  for (const pid of pids) signal(pid, 'SIGCONT');
}

/** A generator that is at work, if there is one: a child of a worker. */
const generators = ({ workers }: ScaledStack) => workers.flatMap((worker) => listChildren(worker.pid()));

export const faults: readonly Fault[] = [
  { name: 'kill −9 of a worker', strike: async ({ workers }, round) => signal(pick(workers, round).pid(), 'SIGKILL') },
  { name: 'kill −9 of an API process', strike: async ({ apis }, round) => signal(pick(apis, round).pid(), 'SIGKILL') },
  { name: 'a worker frozen for 5 s', strike: ({ workers }, round) => freeze([pick(workers, round).pid()], 5000) },
  {
    name: 'Redis away for 5 s, its data gone',
    strike: async ({ redis }) => {
      await redis.stop();
      await sleep(5000);
      await redis.start();
    },
  },
  { name: 'Postgres restarted within 2 s', strike: ({ postgres }) => postgres.away(2000) },
  {
    name: 'kill −9 of a generator',
    strike: async (stack, round) => {
      const at = generators(stack);
      if (at.length > 0) signal(pick(at, round), 'SIGKILL');
    },
  },
  { name: 'a worker frozen for 15 s', strike: ({ workers }, round) => freeze([pick(workers, round).pid()], 15_000) },
  { name: 'FLUSHALL', strike: ({ redis }) => redis.flush() },
  { name: 'kill −9 of Postgres', strike: async ({ postgres }) => signal(postgres.pid(), 'SIGKILL') },
  { name: 'an API process frozen for 10 s', strike: ({ apis }, round) => freeze([pick(apis, round).pid()], 10_000) },
  { name: 'a worker told to stop', strike: async ({ workers }, round) => signal(pick(workers, round).pid(), 'SIGTERM') },
  { name: 'a generator frozen for 3 s', strike: (stack, round) => freeze(generators(stack).slice(round % 2, (round % 2) + 1), 3000) },
  {
    name: 'Postgres frozen with all its sessions for 4 s',
    strike: ({ postgres }) => freeze([postgres.pid(), ...listChildren(postgres.pid())], 4000),
  },
  { name: 'Postgres away for 20 s', strike: ({ postgres }) => postgres.away(20_000) },
  { name: 'the disk of Postgres full for 6 s', strike: async ({ fillDisk }) => fillDisk?.(6000) },
];
