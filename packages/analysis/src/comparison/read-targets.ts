/** Reads what the targets of compared runs used, where somebody told it. */
import type { ComparedWindow } from '@plimsoll/contracts/comparison';
import { chooseCpuSources, measureTarget, type TargetUse } from '@plimsoll/statistics/target-use';
import type { Db } from '@plimsoll/store/db';
import { readResources } from '@plimsoll/store/resources';
import { readAnswers } from '@plimsoll/store/samples';

/** By run. A run that comes twice is read once. */
export async function readTargets(
  db: Db,
  teamId: string,
  runs: readonly { readonly id: string }[],
  window: ComparedWindow | null,
): Promise<Map<string, TargetUse>> {
  const ids = [...new Set(runs.map(({ id }) => id))];
  const resources = [];
  for (const id of ids) resources.push(await readResources(db, teamId, id, { most: Number.POSITIVE_INFINITY }));
  const uses = new Map<string, TargetUse>();
  for (const [at, source] of chooseCpuSources(resources).entries()) {
    const [id, told] = [ids[at], resources[at]];
    if (source === null || id === undefined || told === undefined) continue;
    const use = measureTarget(source, told, await readAnswers(db, teamId, id, window));
    if (use) uses.set(id, use);
  }
  return uses;
}
