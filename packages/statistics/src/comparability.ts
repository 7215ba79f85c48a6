/** Are these runs like with like? A diff of plans and environments, graded, that stands above the numbers. */
import type { Comparability, PlanDifference } from '@plimsoll/contracts/comparison';
import { isSecretName } from '@plimsoll/contracts/problem';
import type { Run } from '@plimsoll/contracts/run';
import { listed } from './wording.ts';

type Compared = Pick<Run, 'plan' | 'environment'>;

/** What a plan holds that changes no number: never a difference. */
const silent = new Set(['$schema', 'version', 'name', 'tags', 'note', 'thresholds', 'autoStop']);

/** Differences that make the numbers incomparable unless they are what was varied; each other plan field is a setting. */
const foreign = new Set(['environment.cpuModel', 'environment.cores', 'environment.node', 'environment.undici', 'environment.threads']);
const environmentFields = [
  'worker',
  'hostname',
  'cpuModel',
  'cores',
  'memoryBytes',
  'kernel',
  'node',
  'undici',
  'plimsoll',
  'threads',
] as const;
/** Names of the place, not of its make: shown, but alone no reason to doubt. */
const placeNames = new Set(['environment.worker']);

/** Dotted leaves of a plan; arrays are one leaf, so that stages read as a whole. */
function leaves(value: unknown, path = ''): Map<string, unknown> {
  const found = new Map<string, unknown>();
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    for (const [key, inner] of Object.entries(value)) {
      if (path === '' && silent.has(key)) continue;
      for (const [leaf, text] of leaves(inner, path ? `${path}.${key}` : key)) found.set(leaf, text);
    }
  } else if (value !== undefined) found.set(path, value);
  return found;
}

/** FNV-1a over UTF-16 units, 64 bits as hex: tells two bodies apart without showing either. No secret is protected by it. */
export function fingerprint(text: string): string {
  let high = 0x811c9dc5;
  let low = 0x01000193;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    high = Math.imul(high ^ unit, 0x01000193);
    low = Math.imul(low ^ (unit + i), 0x85ebca6b);
  }
  return [high, low].map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('');
}

function shown(field: string, value: unknown): string | null {
  if (value === undefined) return null;
  if (field === 'target.body' || field === 'data.text')
    return value === null ? 'none' : `${String(value).length} characters, #${fingerprint(String(value))}`;
  if (field === 'target.url') return maskedUrl(String(value));
  if (field.startsWith('target.headers.') && isSecretName(field.slice('target.headers.'.length))) return '••••';
  if (field.endsWith('clientCertificate.key')) return '••••';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Query values under secret names are masked; the rest of a URL is what people compare. */
function maskedUrl(text: string): string {
  return text.replace(/([?&])([^=&#]*)=([^&#]*)/g, (all, mark: string, name: string) => (isSecretName(name) ? `${mark}${name}=••••` : all));
}

function planDifferences(base: Compared, candidate: Compared): PlanDifference[] {
  const left = leaves(base.plan);
  const right = leaves(candidate.plan);
  const fields = [...new Set([...left.keys(), ...right.keys()])];
  return fields
    .filter((field) => JSON.stringify(left.get(field)) !== JSON.stringify(right.get(field)))
    .map((field) => ({ field, base: shown(field, left.get(field)), candidate: shown(field, right.get(field)), kind: 'plan' as const }));
}

function environmentDifferences(base: Compared, candidate: Compared): PlanDifference[] {
  const left = base.environment;
  const right = candidate.environment;
  if (!left || !right) return [];
  return environmentFields
    .filter((field) => left[field] !== right[field])
    .map((field) => ({
      field: `environment.${field}`,
      base: String(left[field]),
      candidate: String(right[field]),
      kind: 'environment' as const,
    }));
}

/** The setting a field belongs to: all of a load's or target's shape varies as one. */
function settingOf(field: string): string {
  return field.startsWith('target.headers.') ? 'target.headers' : field.startsWith('load.') ? 'load' : field;
}

/**
 * `same`: nothing differs. `differs_in_what_was_varied`: one setting, or connection settings alone, differ on the same kind of
 * machine. `not_like_with_like`: another machine or runtime, or several settings at once.
 */
export function comparabilityOf(base: Compared, candidate: Compared): Comparability {
  const plan = planDifferences(base, candidate);
  const environment = environmentDifferences(base, candidate);
  const differences = [...plan, ...environment];
  const settings = [...new Set(plan.map(({ field }) => settingOf(field)))];
  const machine = environment.filter(({ field }) => foreign.has(field));
  const host = environment.filter(({ field }) => !foreign.has(field) && !placeNames.has(field));
  const varied = settings.length <= 1 || settings.every((field) => field.startsWith('connection.'));
  const unlike = machine.length > 0 || !varied || (settings.length > 0 && host.some(({ field }) => field === 'environment.hostname'));
  const grade = differences.every(({ field }) => placeNames.has(field))
    ? 'same'
    : unlike
      ? 'not_like_with_like'
      : 'differs_in_what_was_varied';
  return { grade, differences, sentence: sentenceOf(grade, settings, environment, base, candidate) };
}

function sentenceOf(
  grade: Comparability['grade'],
  settings: readonly string[],
  environment: readonly PlanDifference[],
  base: Compared,
  candidate: Compared,
): string {
  const unknown = base.environment && candidate.environment ? '' : ' Where they were generated is not known for both.';
  if (grade === 'same') return `Same plan, same kind of generator: like with like.${unknown}`;
  const places = environment.filter(({ field }) => !placeNames.has(field)).map(({ field }) => field.replace('environment.', ''));
  const names = [...settings, ...places.map((place) => `generator's ${place}`)];
  const list = `${listed(names.slice(0, 4))}${names.length > 4 ? ` (and ${names.length - 4} more)` : ''}`;
  if (grade === 'differs_in_what_was_varied') return `The runs differ in ${list} only.${unknown}`;
  return `Not like with like: the runs differ in ${list}, so a change cannot be put down to one of them.${unknown}`;
}
