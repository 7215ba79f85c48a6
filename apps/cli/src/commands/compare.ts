/** `plimsoll compare BASE CANDIDATE`: runs that are over, by id or number. */
import { comparisonResultSchema } from '@plimsoll/contracts/comparison';
import { api } from '@plimsoll/contracts/paths';
import type { Run } from '@plimsoll/contracts/run';
import { type ExitReason, judgeComparison } from '../result/exit-code.ts';
import { askAgain } from '../server/ask-again.ts';
import { findRun } from '../server/find-run.ts';
import { findServer, type KnownServer } from '../server/known-server.ts';
import { type Context, type FinishOptions, finish, readFiles } from './context.ts';

export async function compare(
  context: Context,
  base: string,
  candidate: string,
  options: FinishOptions & { readonly strict?: boolean },
): Promise<ExitReason> {
  const files = readFiles(options, 'comparison');
  const server = findServer(context.server);
  const sides = [await readSide(server, base, context), await readSide(server, candidate, context)];
  const [of, against] = sides.map((runs) => runs.map(({ id }) => id)) as [string[], string[]];
  const path = api.comparison(of, against);
  const result = await askAgain(() => server.client.request(path, comparisonResultSchema));
  const runs = sides.flat();
  const made = {
    kind: 'comparison',
    name: [base, candidate].join(' ↔ '),
    result,
    power: null,
    of: 'services',
    runs,
    link: `${server.url}/compare?base=${of.join(',')}&candidate=${against.join(',')}`,
    file: (format: 'html' | 'csv') => askAgain(() => server.client.text(api.exportedComparison(format, of, against))),
  } as const;
  // Thresholds were judged when the runs ended; this asks which side is better.
  const judged = runs.map((run) => ({ ...run, thresholds: [] }));
  return finish(context, made, judgeComparison(result, judged, options.strict ?? false), files);
}

async function readSide(server: KnownServer, side: string, { screen }: Context): Promise<Run[]> {
  const runs: Run[] = [];
  for (const name of side.split(',')) runs.push(await findRun(server, name, screen));
  return runs;
}
