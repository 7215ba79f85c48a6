/** Are these runs like with like? A diff of plans and environments, graded, that stands above the numbers. */

import type { Comparability, PlanDifference, ToldValue } from '@plimsoll/contracts/comparison';
import { sendingClient } from '@plimsoll/contracts/connection';
import { cutShort } from '@plimsoll/contracts/end-state';
import { placeNames } from '@plimsoll/contracts/place-names';
import type { Environment, Run } from '@plimsoll/contracts/run';
import { comparabilitySentence, sayDifference } from '@plimsoll/wording/comparability-sentence';
import { type FoundDifference, planDifferences } from './plan-differences.ts';

type Compared = Pick<Run, 'plan' | 'environment'> & Partial<Pick<Run, 'source' | 'summary' | 'generators' | 'endReason'>>;

/** The make of a generator's machine and runtime: where one of these differs, so do times, whatever the target did. */
const makes = ['cpuModel', 'cores', 'node', 'threads'] as const satisfies readonly (keyof Environment)[];

/** Differences that make the numbers incomparable unless they are what was varied; each other plan field is a setting. For versions see {@link isForeign}. */
const foreign = new Set(['environment.tool', 'environment.protocol', ...makes.map((field) => `environment.${field}`)]);
const environmentFields = [
  'worker',
  'hostname',
  'cpuModel',
  'cores',
  'memoryBytes',
  'kernel',
  'node',
  'client',
  'protocol',
  'plimsoll',
  'threads',
] as const;

/** The rest of an imported run's plan is made up of defaults, so it differs from nothing. */
const toldByFiles = new Set(['target.url', 'requests', 'requests.url']);

function toolDifference([base = null, candidate = null]: readonly (string | null)[]): PlanDifference[] {
  if (base === candidate) return [];
  return [{ field: 'environment.tool', base: base ?? 'plimsoll', candidate: candidate ?? 'plimsoll', kind: 'environment' }];
}

function environmentDifferences(base: Compared, candidate: Compared): PlanDifference[] {
  const left = base.environment;
  const right = candidate.environment;
  if (!left || !right) return [];
  const differing = environmentFields.filter((field) => left[field] !== right[field]);
  // Another client of the plan is the setting that differs, and the wire's version is Plimsoll's own: either is said once.
  const said =
    base.plan.connection.client !== candidate.plan.connection.client || (onWire(base, candidate) && differing.includes('plimsoll'));
  return (
    differing
      .filter((field) => field !== 'client' || !said)
      // An older version did not tell it; where the plans differ in it, that is said.
      .filter((field) => field !== 'protocol' || (left.protocol && right.protocol && sameProtocol(base, candidate)))
      .map((field) => ({
        field: `environment.${field}`,
        base: String(left[field]),
        candidate: String(right[field]),
        kind: 'environment' as const,
      }))
  );
}

/** A smaller part of the floor itself is its own noise; a smaller part of what was measured is nobody's concern. */
const [leastOfFloor, leastOfMeasured] = [0.25, 0.01];

/** The floor of the slowest of its generators, µs; undefined where none was measured. */
function floorUs({ environment, generators = [] }: Compared): number | undefined {
  const known = [environment, ...generators].flatMap((one) => one?.latencyFloor?.p50Us ?? []);
  return known.length > 0 ? Math.max(...known) : undefined;
}

/** A generator's own floor moved by as much as would be seen in the response times. */
function floorDifference(base: Compared, candidate: Compared): PlanDifference[] {
  const [before, after] = [floorUs(base), floorUs(candidate)];
  const measuredUs = base.summary?.responseTime.p50Us ?? null;
  if (before === undefined || after === undefined || measuredUs === null) return [];
  const movedUs = Math.abs(after - before);
  if (movedUs < leastOfFloor * before || movedUs < leastOfMeasured * measuredUs) return [];
  return [{ field: 'environment.latencyFloorUs', base: String(before), candidate: String(after), kind: 'environment' }];
}

function sameProtocol(base: Compared, candidate: Compared): boolean {
  return base.plan.connection.protocol === candidate.plan.connection.protocol;
}

function onWire(...runs: readonly Compared[]): boolean {
  return runs.every(({ plan }) => sendingClient(plan.connection) === 'wire');
}

/** `undici 8.12` of `undici 8.12.4`: a patch mends, and is shown without a doubt. */
function release(version: string | null): string {
  return (version ?? '').split('.').slice(0, 2).join('.');
}

/** Were both made by generators of one make, over one protocol and client? Where one is not known, nothing says otherwise. */
export function areOfOneMake(one: Environment | null, other: Environment | null): boolean {
  if (!one || !other) return true;
  const oneProtocol = !one.protocol || !other.protocol || one.protocol === other.protocol;
  return oneProtocol && release(one.client) === release(other.client) && makes.every((field) => one[field] === other[field]);
}

/** Only the client in use counts of all that sends the requests, which Plimsoll itself is where both ran on the wire. */
function isForeign({ field, base: left, candidate: right }: PlanDifference, wire: boolean): boolean {
  if (field === 'environment.client' || (field === 'environment.plimsoll' && wire)) return release(left) !== release(right);
  return foreign.has(field);
}

/** How long a steady load goes on explains no change of its rates and times: it counts for no setting beside another. */
const lengths: ReadonlySet<string> = new Set(['load.duration', 'load.requests']);

/**
 * `same`: nothing differs. `differs_in_what_was_varied`: one setting, or connection settings alone, differ on the same kind of
 * machine. `not_like_with_like`: another machine or runtime, several settings at once that no experiment chose, or `unlikeTimes`: one
 * side times failed answers together with good ones.
 */
export function judgeComparability(
  base: Compared,
  candidate: Compared,
  { unlikeTimes = false, chosen = false }: { readonly unlikeTimes?: boolean; readonly chosen?: boolean } = {},
): Comparability {
  const tools = [base, candidate].map(({ source }) => source?.tool ?? null);
  const isImported = tools.some((tool) => tool !== null);
  const plan = planDifferences(base.plan, candidate.plan)
    .filter(({ setting }) => !isImported || toldByFiles.has(setting))
    .map((one) => (one.field === 'load.duration' ? tellCutShort(one, base, candidate) : one));
  const environment = [...toolDifference(tools), ...environmentDifferences(base, candidate), ...floorDifference(base, candidate)];
  const differences = [...plan.map(({ setting: _, ...difference }) => difference), ...environment];
  const settings = nameDifferingSettings(plan);
  const wire = onWire(base, candidate);
  const machine = environment.filter((difference) => isForeign(difference, wire));
  const telling = nameDifferingSettings(plan.filter(({ field }) => !lengths.has(field)));
  const varied = chosen || telling.length <= 1 || telling.every((field) => field.startsWith('connection.'));
  const unlike =
    machine.length > 0 || !varied || (settings.length > 0 && environment.some(({ field }) => field === 'environment.hostname'));
  const grade =
    unlike || unlikeTimes
      ? 'not_like_with_like'
      : differences.every(({ field }) => placeNames.has(field))
        ? 'same'
        : 'differs_in_what_was_varied';
  const places = environment.filter(({ field }) => !placeNames.has(field)).map(({ field }) => field);
  const placesKnown = Boolean(base.environment && candidate.environment);
  const code = { settings, places, placesKnown, unlikeTimes, isImported };
  return { grade, differences, code, sentence: comparabilitySentence(grade, code, chosen) };
}

function cutShortOf({ plan: { load }, summary = null, endReason = null }: Compared): ToldValue | null {
  const found = summary && cutShort({ load, endReason, durationMs: summary.durationMs });
  return found && { kind: 'cutShort', ...found };
}

/** The length of a load that was stopped is not that of its plan. */
function tellCutShort(difference: FoundDifference, base: Compared, candidate: Compared): FoundDifference {
  const codes = { base: cutShortOf(base), candidate: cutShortOf(candidate) };
  return codes.base || codes.candidate ? { ...difference, ...sayDifference({ ...difference, codes }) } : difference;
}

/** Each setting once: by its field where it differs in one place only. */
function nameDifferingSettings(differences: readonly FoundDifference[]): string[] {
  const fields = new Map<string, string[]>();
  for (const { field, setting } of differences) fields.set(setting, [...(fields.get(setting) ?? []), field]);
  return [...fields].map(([setting, [first, ...more]]) =>
    setting.startsWith('requests.') && more.length === 0 ? (first as string) : setting,
  );
}
