/** Follows a run on a server until it is over. */
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@plimsoll/contracts/paths';
import { isTerminal, type Run, runSchema } from '@plimsoll/contracts/run';
import { samplesSchema } from '@plimsoll/contracts/sample-points';
import { commandWords } from '@plimsoll/wording/command-words';
import type { MadeRun } from '../result/made.ts';
import type { LiveView } from '../terminal/live-view.ts';
import { askAgain } from './ask-again.ts';
import type { KnownServer } from './known-server.ts';

const everyMs = 1000;

/** `stop`: somebody pressed Ctrl-C; the run is asked to stop, and its end is waited for. */
export async function followRun({ client }: KnownServer, first: Run, view: LiveView, stop: AbortSignal): Promise<Run> {
  let run = first;
  let after = 0;
  let asked = false;
  for (;;) {
    if (stop.aborted && !asked) {
      asked = true;
      await askAgain(() => client.command(api.stopRun(run.id), { method: 'POST', body: {} }));
    }
    // Asked before the samples, so that none is missed at its end.
    run = await askAgain(() => client.request(api.run(first.id), runSchema));
    const answer = await askAgain(() => client.request(`${api.samples(run.id)}?after=${after}`, samplesSchema));
    after = answer.lastSequence;
    if (answer.points.length > 0) view.points(answer.points);
    else if (run.state === 'queued') view.status(commandWords.progress.waiting);
    if (isTerminal(run.state)) return run;
    await sleep(everyMs, undefined, { signal: asked ? undefined : stop } as object).catch(() => undefined);
  }
}

export function madeOnServer({ url, client }: KnownServer, run: Run): MadeRun {
  return {
    kind: 'run',
    run,
    link: `${url}/runs/${run.number ?? run.id}`,
    file: (format) => askAgain(() => client.text(api.exported(run.id, format))),
  };
}
