/** Follows an experiment on a server until it is over. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Experiment, experimentProgressSchema } from '@plimsoll/contracts/experiment';
import { api } from '@plimsoll/contracts/paths';
import { type Run, runSchema } from '@plimsoll/contracts/run';
import { commandWords } from '@plimsoll/wording/command-words';
import { Fault } from '../result/fault.ts';
import { askAgain } from './ask-again.ts';
import type { KnownServer } from './known-server.ts';

const everyMs = 1500;
const underWay = ['queued', 'running', 'stopping'];

/** `onProgress` is told after each look. Throws a Fault for one that failed: what it measured until then is not what was asked for. */
export async function followExperiment(
  { client }: KnownServer,
  first: Experiment,
  onProgress: (experiment: Experiment) => void,
  stop: AbortSignal,
): Promise<Experiment> {
  let experiment = first;
  for (let asked = false; ; ) {
    if (stop.aborted && !asked) {
      asked = true;
      await askAgain(() => client.command(api.stopExperiment(first.id), { method: 'POST', body: {} }));
    }
    const progress = await askAgain(() => client.request(api.experimentProgress(first.id), experimentProgressSchema));
    experiment = { ...experiment, ...progress };
    onProgress(experiment);
    // One that ends because it was told to stop may end as one that failed.
    if (experiment.state === 'failed' && !stop.aborted) throw new Fault(experiment.stateReason ?? commandWords.result.nothing, 'lost');
    if (!underWay.includes(experiment.state)) return experiment;
    await sleep(everyMs);
  }
}

/** Those that were begun. */
export async function runsOf({ client }: KnownServer, { runs }: Pick<Experiment, 'runs'>): Promise<Run[]> {
  const found: Run[] = [];
  for (const { runId } of runs) if (runId !== null) found.push(await askAgain(() => client.request(api.run(runId), runSchema)));
  return found;
}
