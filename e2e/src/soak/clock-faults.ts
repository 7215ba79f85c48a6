/** Clocks that are stepped while the machine's stays: ahead, behind, and back again after a while, which is a step, too. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from './clock.ts';
import type { Fault } from './fault.ts';
import type { StackClocks } from './scaled-stack.ts';

const heldMs = 20_000;

/** No run may end by any of them. */
function step(whose: string, seconds: number, clock: (clocks: StackClocks, round: number) => Clock | undefined): Fault {
  const far = Math.abs(seconds) === 3600 ? '1 h' : `${Math.abs(seconds)} s`;
  return {
    name: `the clock of ${whose} ${far} ${seconds > 0 ? 'ahead' : 'behind'} for ${heldMs / 1000} s`,
    endsRuns: false,
    async strike({ clocks }, round) {
      const stepped = clocks && clock(clocks, round);
      if (!stepped) return;
      stepped.set(seconds);
      await sleep(heldMs);
      stepped.set(0);
    },
  };
}

const ofPostgres = (seconds: number) => step('Postgres', seconds, ({ postgres }) => postgres);
const ofWorker = (seconds: number) => step('a worker', seconds, ({ workers }, round) => workers[round % workers.length]);
const ofApi = (seconds: number) => step('an API process', seconds, ({ apis }, round) => apis[round % apis.length]);

export const clockFaults: readonly Fault[] = [3600, -3600, 5, -5].flatMap((seconds) => [
  ofPostgres(seconds),
  ofWorker(seconds),
  ofApi(seconds),
]);
