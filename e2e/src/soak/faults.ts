/** The faults of the soak, one a minute. Each is over when it resolves: what was stopped runs again. */
import { setTimeout as sleep } from 'node:timers/promises';
import { clockFaults } from './clock-faults.ts';
import type { Fault } from './fault.ts';
import { listChildren, signal } from './processes.ts';
import type { ScaledStack } from './scaled-stack.ts';

const pick = <T>(list: readonly T[], round: number): T => list[round % list.length] as T;

async function freeze(pids: readonly number[], ms: number): Promise<void> {
  for (const pid of pids) signal(pid, 'SIGSTOP');
  await sleep(ms);
  for (const pid of pids) signal(pid, 'SIGCONT');
}

/** A generator that is at work, if there is one: a child of a worker. */
const generators = ({ workers }: ScaledStack) => workers.flatMap((worker) => listChildren(worker.pid()));

const outages: readonly Fault[] = [
  {
    name: 'kill −9 of a worker',
    endsRuns: true,
    strike: async ({ workers }, round) => signal(pick(workers, round).pid(), 'SIGKILL'),
  },
  {
    name: 'kill −9 of an API process',
    endsRuns: false,
    strike: async ({ apis }, round) => signal(pick(apis, round).pid(), 'SIGKILL'),
  },
  { name: 'a worker frozen for 5 s', endsRuns: false, strike: ({ workers }, round) => freeze([pick(workers, round).pid()], 5000) },
  {
    name: 'Redis away for 5 s, its data gone',
    endsRuns: false,
    strike: async ({ redis }) => {
      await redis.stop();
      await sleep(5000);
      await redis.start();
    },
  },
  // Starting again takes as long as it takes: a run may be without its database for more than 8 s.
  { name: 'Postgres restarted within 2 s', endsRuns: true, strike: ({ postgres }) => postgres.away(2000) },
  {
    name: 'kill −9 of a generator',
    endsRuns: true,
    strike: async (stack, round) => {
      const at = generators(stack);
      if (at.length > 0) signal(pick(at, round), 'SIGKILL');
    },
  },
  { name: 'a worker frozen for 15 s', endsRuns: true, strike: ({ workers }, round) => freeze([pick(workers, round).pid()], 15_000) },
  { name: 'FLUSHALL', endsRuns: false, strike: ({ redis }) => redis.flush() },
  { name: 'kill −9 of Postgres', endsRuns: true, strike: async ({ postgres }) => signal(postgres.pid(), 'SIGKILL') },
  {
    name: 'an API process frozen for 10 s',
    endsRuns: false,
    strike: ({ apis }, round) => freeze([pick(apis, round).pid()], 10_000),
  },
  {
    name: 'a worker told to stop',
    endsRuns: true,
    strike: async ({ workers }, round) => signal(pick(workers, round).pid(), 'SIGTERM'),
  },
  {
    name: 'a generator frozen for 3 s',
    endsRuns: true,
    strike: (stack, round) => freeze(generators(stack).slice(round % 2, (round % 2) + 1), 3000),
  },
  {
    name: 'Postgres frozen with all its sessions for 4 s',
    endsRuns: false,
    strike: ({ postgres }) => freeze([postgres.pid(), ...listChildren(postgres.pid())], 4000),
  },
  { name: 'Postgres away for 20 s', endsRuns: true, strike: ({ postgres }) => postgres.away(20_000) },
  { name: 'the disk of Postgres full for 6 s', endsRuns: true, strike: async ({ fillDisk }) => fillDisk?.(6000) },
  { name: 'the target away for 5 s', endsRuns: true, strike: ({ target }) => target.away(5000) },
];

/** In turns, so that what the one sort does is not put down to the other. */
export const faults: readonly Fault[] = outages.flatMap((outage, at) => [outage, ...clockFaults.slice(at, at + 1)]);
