/** The runs of a plan's history that may be held against its newest: one kind of generator, one machine of the target. */
import type { Environment } from '@plimsoll/contracts/run';
import { areOfOneMake } from '../comparison/comparability.ts';

export interface PlacedRun {
  readonly environment?: Environment | null;
  /** Host and port of its target. */
  readonly targetHost?: string | null;
}

/** Another port is another service on the same machine; where it is not known, nothing says otherwise. */
function areOnOneMachine(one: string | null | undefined, other: string | null | undefined): boolean {
  const machineOf = (host: string) => host.replace(/:\d+$/, '');
  return !one || !other || machineOf(one) === machineOf(other);
}

/** Oldest first, as they are given. */
export function comparableRuns<Run extends PlacedRun>(runs: readonly Run[]): Run[] {
  const newest = runs.at(-1);
  return runs.filter(
    ({ environment = null, targetHost }) =>
      areOfOneMake(environment, newest?.environment ?? null) && areOnOneMachine(targetHost, newest?.targetHost),
  );
}
