/** Requests that several tools make. */
import { type ComparisonResult, comparisonResultSchema } from '@plimsoll/contracts/comparison';
import { type Experiment, experimentSchema } from '@plimsoll/contracts/experiment';
import { api } from '@plimsoll/contracts/paths';
import { isTerminal, type Run, runSchema } from '@plimsoll/contracts/run';
import { storySchema } from '@plimsoll/contracts/story';
import { mcpWords } from '@plimsoll/wording/mcp-words';
import { z } from 'zod';
import { experimentText, isExperimentOver, toldExperiment, type toldExperimentSchema } from '../said/experiment-told.ts';
import { runText, toldRun, type toldRunSchema } from '../said/run-told.ts';
import type { Answer, Asking } from '../tool.ts';

const { input } = mcpWords;

/** `#58`, `58` or an id. */
export const runNameSchema = z.string().min(1).max(60).describe(input.run);
export const idSchema = z.uuid().describe(input.id);
export const pageSchema = {
  limit: z.int().min(1).max(50).default(20).describe(input.limit),
  cursor: z.string().max(500).optional().describe(input.cursor),
};

export function readRun({ client, signal }: Asking, name: string): Promise<Run> {
  return client.request(api.run(encodeURIComponent(name.trim().replace(/^#/, ''))), runSchema, { signal });
}

export function link({ site }: Asking, path: string): string | null {
  return site === null ? null : `${site}${path}`;
}

/** With its story, where it has one. */
export async function tellRun(asking: Asking, run: Run): Promise<Answer<z.infer<typeof toldRunSchema>>> {
  const { client, signal } = asking;
  const story = run.summary && isTerminal(run.state) ? await client.request(api.story(run.id), storySchema, { signal }) : null;
  const page = link(asking, `/runs/${run.id}`);
  return { text: runText(run, story, page), data: toldRun(run, story, page) };
}

export async function compareRuns(
  asking: Asking,
  base: readonly string[],
  candidates: readonly (readonly string[])[],
): Promise<ComparisonResult> {
  const idsOf = async (names: readonly string[]) => {
    const runs: string[] = [];
    for (const name of names) runs.push((await readRun(asking, name)).id);
    return runs;
  };
  const [of, ...against] = [await idsOf(base), ...(await Promise.all(candidates.map(idsOf)))];
  return asking.client.request(api.comparison(of, ...against), comparisonResultSchema, { signal: asking.signal });
}

export function readExperiment({ client, signal }: Asking, id: string): Promise<Experiment> {
  return client.request(api.experiment(id), experimentSchema, { signal });
}

export function tellExperiment(asking: Asking, experiment: Experiment): Answer<z.infer<typeof toldExperimentSchema>> {
  const page = link(asking, `/experiments/${experiment.id}`);
  return { text: experimentText(experiment, page), data: toldExperiment(experiment, page) };
}

/** Of what assistants wait for at most: their clients give up after a minute. */
export const mostSecondsWaited = 50;
const everyMs = 1000;

/** Looks once a second; answers the last look. */
async function waitFor<Seen>(
  look: () => Promise<Seen>,
  isOver: (seen: Seen) => boolean,
  seconds: number,
  signal: AbortSignal,
): Promise<Seen> {
  const endMs = performance.now() + seconds * 1000;
  for (;;) {
    const seen = await look();
    if (isOver(seen) || performance.now() + everyMs > endMs) return seen;
    await pause(everyMs, signal);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });
}

export function waitForRun(asking: Asking, name: string, seconds: number): Promise<Run> {
  return waitFor(
    () => readRun(asking, name),
    ({ state }) => isTerminal(state),
    seconds,
    asking.signal,
  );
}

export function waitForExperiment(asking: Asking, id: string, seconds: number): Promise<Experiment> {
  return waitFor(() => readExperiment(asking, id), isExperimentOver, seconds, asking.signal);
}
