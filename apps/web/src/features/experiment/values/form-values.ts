/** Values of the create page: text as typed. {@link toBody} makes the request of it. Pure. */
import { designByDefault } from '@plimsoll/contracts/design';
import { type CreateExperiment, keepsUpByDefault } from '@plimsoll/contracts/experiment';
import { generatorsText, readGenerators } from '@plimsoll/contracts/generators';
import { type Plan, peakConnections } from '@plimsoll/contracts/plan';
import { planDefaults } from '@plimsoll/contracts/plan-defaults';
import type { PlacedProblem } from '@plimsoll/contracts/plan-yaml';
import type { FieldProblem } from '@plimsoll/contracts/problem';
import { listSettings, readSetting, type SettingName, usualSetting, withSetting } from '@plimsoll/contracts/setting';
import type { NamedPlan } from '@plimsoll/contracts/sweep-grid';
import { readNumber, readRate } from '@plimsoll/contracts/typed-figure';
import { leastVerdictSeconds } from '@plimsoll/contracts/verdict';
import { formWords } from '@plimsoll/wording/en/form';
import { lastingPlan } from '../../../domain/plan/lasting-plan.ts';
import { type Axis, gridVariants } from './grid.ts';

export const shapes = ['ab', 'sweep', 'capacity'] as const;
export type Shape = (typeof shapes)[number];

/** A variant written out whole. */
export interface YamlPlan {
  readonly text: string;
  readonly plan: Plan | null;
  readonly problems: readonly PlacedProblem[];
}
export interface VariantRow {
  /** Empty: named after what it changes. */
  readonly name: string;
  readonly values: Partial<Readonly<Record<SettingName, string>>>;
  readonly yaml: YamlPlan | null;
}
export interface ExperimentValues {
  readonly name: string;
  readonly varied: readonly SettingName[];
  readonly variants: readonly VariantRow[];
  readonly axes: readonly Axis[];
  readonly repeats: string;
  readonly sweepRepeats: string;
  /** Empty: never. */
  readonly extendTo: string;
  readonly coolDown: string;
  readonly design: CreateExperiment['design'];
  /** The change that is to be found where variants run at once. */
  readonly detectPercent: string;
  /** Empty: nobody restarts the services. */
  readonly restartUrl: string;
  /** Each run of an A/B lasts as long as a verdict needs at least, where the plan's own load is shorter. */
  readonly longEnough: boolean;
  /** Workers that make each run together; a variant written as YAML has its own. */
  readonly generators: string;
  readonly thresholds: readonly string[];
  readonly startRate: string;
  readonly maxRate: string;
  readonly precisionPercent: string;
  /** Good answers of what is planned, at least. */
  readonly keepsUpPercent: string;
  /** Length of one rate tried. */
  readonly tryLength: string;
}

/** Where the plan came from. `secretsFrom`: whose stored secrets its masked ones stand for. */
export interface Origin {
  readonly planId: string | null;
  readonly secretsFrom: string | null;
}

export type Words = (setting: SettingName, value: string) => string;

/** Another value than the plan's own, to start from. */
export function otherValue(plan: Plan, setting: SettingName): string {
  const own = readSetting(plan, setting);
  if (setting === 'keepAlive') return own === 'on' ? 'off' : 'on';
  if (setting === 'client') return own === 'undici' ? 'wire' : 'undici';
  if (setting === 'protocol') return own === 'http1' ? 'http2' : 'http1';
  if (setting === 'url') return own;
  const number = Number(own) || 0;
  return String(setting === 'bodyBytes' ? Math.max(1000, number * 2) : Math.max(1, number * 2));
}

/** The base keeps the plan's own values. Keep-alive reads "on against off", whichever the plan has. */
export function startValues(plan: Plan, varied: readonly SettingName[]): ExperimentValues {
  const { load } = plan;
  const own = (setting: SettingName) => (setting === 'keepAlive' ? 'on' : readSetting(plan, setting));
  const other = (setting: SettingName) => (setting === 'keepAlive' ? 'off' : otherValue(plan, setting));
  const values = (value: typeof own) => Object.fromEntries(varied.map((setting) => [setting, value(setting)]));
  return {
    name: '',
    varied,
    variants: [
      { name: '', values: values(own), yaml: null },
      { name: '', values: values(other), yaml: null },
    ],
    axes: startAxes(plan),
    repeats: '3',
    sweepRepeats: '1',
    extendTo: '',
    coolDown: '2s',
    design: designByDefault.design,
    detectPercent: String(100 * designByDefault.detect),
    restartUrl: '',
    longEnough: false,
    generators: generatorsText(plan.generators),
    thresholds: plan.thresholds.length > 0 ? plan.thresholds : ['p(99) < 250ms', 'error_rate < 1%'],
    startRate: String(load.model === 'open' ? (load.rate ?? 100) : 100),
    maxRate: '20000',
    precisionPercent: '5',
    keepsUpPercent: String(100 * keepsUpByDefault),
    tryLength: load.stages ? '10s' : (load.duration ?? '10s'),
  };
}

export function startAxis(plan: Plan, setting: SettingName): Axis {
  if (setting === 'keepAlive') return { setting, text: 'on, off' };
  if (setting === 'connections') return { setting, text: '1, 4, 16, 64' };
  if (setting === 'client') return { setting, text: 'undici, wire' };
  if (setting === 'protocol') return { setting, text: 'http1, http2' };
  if (setting === 'pipelining' || setting === 'streams') return { setting, text: '1, 4, 16' };
  if (setting === 'bodyBytes') return { setting, text: '100, 1000, 10000' };
  const own = readSetting(plan, setting);
  if (setting === 'maxActiveRequests') return { setting, text: [1, 2, 4].map((times) => Number(own) * times).join(', ') };
  if (setting === 'rate') return { setting, text: [0.5, 1, 2, 4].map((times) => Math.round(Number(own || 100) * times)).join(', ') };
  return { setting, text: own };
}

function startAxes(plan: Plan): Axis[] {
  const has = listSettings(plan);
  const load = has.includes('rate') ? 'rate' : 'connections';
  const axes = (['keepAlive', load] as const).filter((setting) => has.includes(setting));
  return (axes.length > 0 ? axes : [usualSetting(plan)]).map((setting) => startAxis(plan, setting));
}

export function variantName(plan: Plan, values: ExperimentValues, index: number, words: Words): string {
  const row = values.variants[index];
  if (row?.name.trim()) return row.name.trim();
  if (row?.yaml) return row.yaml.plan?.name ?? '';
  return values.varied.map((setting) => words(setting, row?.values[setting] ?? readSetting(plan, setting))).join(', ');
}

export function abVariants(plan: Plan, values: ExperimentValues, words: Words): NamedPlan[] {
  return values.variants.map((row, index) => ({
    name: variantName(plan, values, index, words),
    plan:
      row.yaml?.plan ??
      values.varied.reduce((sofar, setting) => withSetting(sofar, setting, row.values[setting] ?? readSetting(plan, setting)), plan),
  }));
}

/** The pool of a search: the plan's own, for a closed load its connections, at least 100. */
export function searchConnections({ load }: Plan): number {
  return load.model === 'open' ? load.maxConnections : Math.max(100, peakConnections(load));
}

/** The plan as a search runs it: open, steady, without thresholds of its own. A closed load lends its connections. */
export function searchPlan(plan: Plan, { startRate, tryLength }: Pick<ExperimentValues, 'startRate' | 'tryLength'>): Plan {
  const { load } = plan;
  const { arrivals, seed, maxQueued } = load.model === 'open' ? load : planDefaults().load;
  const maxConnections = searchConnections(plan);
  const pace = { rate: readRate(startRate) ?? Number.NaN, duration: tryLength.replace(/\s/g, '') };
  return { ...plan, thresholds: [], load: { model: 'open', ...pace, arrivals, seed, maxConnections, maxQueued } };
}

interface Body {
  /** As the schema should judge it. */
  readonly input: CreateExperiment;
  /** Texts that cannot even be read as numbers. */
  readonly problems: readonly FieldProblem[];
}

/** Name where nobody gave one. */
export function defaultName(
  shape: Shape,
  plan: Plan,
  values: ExperimentValues,
  words: Words,
  axis: (setting: SettingName) => string,
): string {
  if (shape === 'sweep') return `${plan.name}: ${values.axes.map(({ setting }) => axis(setting)).join(' × ')}`.slice(0, 200);
  if (shape === 'capacity') return '';
  return `${plan.name}: ${values.variants.map((_, index) => variantName(plan, values, index, words)).join(' / ')}`.slice(0, 200);
}

export function toBody(shape: Shape, start: Plan, values: ExperimentValues, origin: Origin, words: Words): Body {
  const problems: FieldProblem[] = [];
  const number = (text: string, field: string) => {
    const value = readNumber(text);
    if (value === null)
      problems.push({ field, message: text.trim() === '' ? formWords.numberNeeded : formWords.noNumber({ typed: text }) });
    return value ?? Number.NaN;
  };
  const asked = shape === 'ab' && values.longEnough ? lastingPlan(start, leastVerdictSeconds * 1000) : start;
  const plan = { ...asked, generators: readGenerators(values.generators) ?? number(values.generators, '/generators') };
  const variants =
    shape === 'ab'
      ? abVariants(plan, values, words)
      : shape === 'sweep'
        ? gridVariants(plan, values.axes, words)
        : [{ name: plan.name, plan: searchPlan(plan, values) }];
  const extended = shape === 'ab' && values.extendTo.trim() !== '';
  const input: CreateExperiment = {
    ...(values.name.trim() ? { name: values.name.trim() } : {}),
    ...(origin.planId ? { planId: origin.planId } : {}),
    ...(origin.secretsFrom ? { secretsFrom: origin.secretsFrom } : {}),
    kind: shape,
    variants,
    repeats: shape === 'capacity' ? 1 : number(shape === 'ab' ? values.repeats : values.sweepRepeats, '/repeats'),
    order: 'interleaved',
    coolDown: values.coolDown.replace(/\s/g, ''),
    design: shape === 'ab' ? values.design : designByDefault.design,
    detect: shape === 'ab' ? number(values.detectPercent, '/detect') / 100 : designByDefault.detect,
    restart: shape === 'ab' && values.restartUrl.trim() ? { url: values.restartUrl.trim() } : null,
    extendTo: extended ? number(values.extendTo, '/extendTo') : null,
    search:
      shape === 'capacity'
        ? {
            thresholds: values.thresholds.filter((text) => text.trim() !== ''),
            startRate: number(values.startRate, '/search/startRate'),
            maxRate: number(values.maxRate, '/search/maxRate'),
            precision: number(values.precisionPercent, '/search/precision') / 100,
            keepsUp: number(values.keepsUpPercent, '/search/keepsUp') / 100,
          }
        : null,
  };
  return { input, problems };
}
