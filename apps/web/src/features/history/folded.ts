/** The history with each experiment as one row above its runs, which show once it is opened. */
import type { RunListItem } from '@plimsoll/contracts/run-list';
import type { Entry, ExperimentItem } from '../../domain/run/table/run-entry.ts';

/** `runs` in their order; the experiment stands where its first run was. One that is not known leaves its runs as they are. */
export function folded(runs: readonly RunListItem[], experiments: readonly ExperimentItem[], open: readonly string[]): Entry[] {
  const known = new Map(experiments.map((experiment) => [experiment.id, experiment]));
  const runsOf = (id: string) => runs.filter((run) => run.experimentId === id);
  const shown = new Set<string>();
  return runs.flatMap((run): Entry[] => {
    const experiment = run.experimentId === null ? undefined : known.get(run.experimentId);
    if (!experiment) return [run];
    if (shown.has(experiment.id)) return [];
    shown.add(experiment.id);
    return [experiment, ...(open.includes(experiment.id) ? runsOf(experiment.id) : [])];
  });
}
