/**
 * The generator process of `--local`: makes the loads it is ordered, then ends. A process of its own, since what draws a table must not
 * share an event loop with a load. It ends when the command does; no lease is needed, for nobody else would begin the same load again.
 */
import { hardDeadlineMs } from '@plimsoll/contracts/caps';
import { longestOf } from '@plimsoll/contracts/turns';
import { watchEnvironments } from '@plimsoll/engine/load-environments';
import { generatorFailed, runTogether } from '@plimsoll/engine/run-load';
import type { FromGenerator, LocalOrder, ToGenerator } from './generator-messages.ts';

export function serveCommand(): void {
  const stop = new AbortController();
  // Ctrl-C in a terminal reaches every process of the group; the command says when to stop.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  process.on('disconnect', () => process.exit(0));
  process.on('message', (message: ToGenerator) => {
    if (message.kind === 'stop') stop.abort('stopped');
    else void make(message.order, stop.signal);
  });
}

function say(message: FromGenerator): Promise<void> {
  return new Promise((said) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => said());
    else process.exit(0);
  });
}

async function make({ loads, turns, policy, threads, seed }: LocalOrder, signal: AbortSignal): Promise<void> {
  const environments = watchEnvironments(loads.map(({ plan }) => plan));
  // Should stopping itself hang, the process ends.
  const last = setTimeout(
    () => process.exit(70),
    Math.min(
      longestOf(
        loads.map(({ plan }) => hardDeadlineMs(plan)),
        turns,
      ) + 60_000,
      2 ** 31 - 1,
    ),
  );
  const ends = await runTogether({
    loads: loads.map(({ plan, runId }, place) => ({
      plan,
      runId,
      policy,
      onSample: (sample) => void say({ kind: 'sample', load: place, sample }),
      onProtocol: (spoken) => environments.onProtocol(place, spoken),
    })),
    turns,
    seed,
    threads,
    signal,
    startAt: async () => {
      const found = await environments.describe(signal);
      await say({ kind: 'ready', environments: found.map((environment) => ({ ...environment, worker: 'local', threads })) });
      return null;
    },
  }).catch((error: unknown) => loads.map(() => generatorFailed(error)));
  clearTimeout(last);
  await say({ kind: 'end', ends });
  process.disconnect?.();
}
