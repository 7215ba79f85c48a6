/** Studies that people make of a service, as loads of the form, at rates that a laptop can send and answer. Requests stay as they are, but for a language model's. */
import { type Plan, type PlanInput, planSchema } from '@plimsoll/contracts/plan';
import { type Staircase, staircaseStages } from '@plimsoll/contracts/staircase';
import type { System } from '@plimsoll/contracts/system';
import { beyondCaps } from '../../../domain/plan/plan-limits.ts';
import type { FormValues } from '../values/form-values.ts';
import { planToForm } from '../values/plan-form.ts';
import { modelChange, modelStream, modelStudy } from './model-preset.ts';

export const presetNames = ['capacity', 'overload', 'overloadFar', 'spike', 'soak', 'breakpoint', 'languageModel'] as const;
export type PresetName = (typeof presetNames)[number];

type OpenInput = Omit<Extract<PlanInput['load'], { model: 'open' }>, 'model'>;
type Ends = Partial<Pick<PlanInput, 'autoStop' | 'abortOnFail' | 'thresholds'>>;

const stairs = { from: 50, step: 50, ramp: '5s', hold: '5s' } as const satisfies Partial<Staircase>;
/** A study of what comes after the limit goes on when most requests fail. */
const goesOn: Ends = { autoStop: false };

const studies: Record<Exclude<PresetName, 'languageModel'>, { readonly load: OpenInput; readonly ends: Ends }> = {
  capacity: { load: { rate: 500, duration: '2m', maxConnections: 200 }, ends: goesOn },
  overload: { load: { stages: staircaseStages({ ...stairs, to: 700 }), maxConnections: 1000 }, ends: goesOn },
  overloadFar: { load: { stages: staircaseStages({ ...stairs, to: 1500 }), maxConnections: 2000 }, ends: goesOn },
  spike: {
    load: {
      startRate: 50,
      stages: [
        { to: 50, over: '30s' },
        { to: 500, over: '5s' },
        { to: 500, over: '1m' },
        { to: 50, over: '5s' },
        { to: 50, over: '1m' },
      ],
      maxConnections: 500,
    },
    ends: goesOn,
  },
  soak: { load: { rate: 100, duration: '2h', maxConnections: 100 }, ends: {} },
  breakpoint: {
    load: { stages: [{ to: 1000, over: '10m' }], maxConnections: 1000 },
    ends: { abortOnFail: true, thresholds: ['error_rate < 5%'] },
  },
};

const openStudy = ({ load, ends }: { readonly load: OpenInput; readonly ends: Ends }) => ({
  load: { model: 'open', ...load } as const,
  ends,
});

export interface Preset {
  readonly name: PresetName;
  /** The study aimed at this machine: for its picture, and for the installation to judge. */
  readonly plan: Plan;
  /** Why this installation does not allow it; null where it does. */
  readonly refusal: string | null;
}

export function listPresets(system: Pick<System, 'caps'> | undefined): Preset[] {
  return presetNames.map((name) => {
    const { load, ends } = name === 'languageModel' ? modelStudy : openStudy(studies[name]);
    const target = { url: 'http://127.0.0.1/', stream: name === 'languageModel' ? modelStream('openai') : null };
    const plan = planSchema.parse({ version: 1, name, target, load, ...ends } satisfies PlanInput);
    return { name, plan, refusal: beyondCaps(plan, system)[0]?.message ?? null };
  });
}

/** The part of the form that a preset changes: the load, and how it ends. Thresholds of one's own stay. */
export function presetChange({ name, plan }: Preset, before: FormValues, demoTarget?: string): Partial<FormValues> {
  const form = planToForm(plan);
  const { model, shape, rate, duration, start, stages, arrivals, seed, maxConnections, maxQueued } = form;
  const { maxActiveRequests, warmup, autoStop, abortOnFail } = form;
  const load = { model, shape, rate, duration, start, stages, arrivals, seed, maxConnections, maxQueued, maxActiveRequests, warmup };
  if (name === 'languageModel') return modelChange(form, before, demoTarget);
  const written = before.thresholds.filter((text) => text.trim() !== '');
  return { ...load, autoStop, abortOnFail, thresholds: written.length > 0 ? before.thresholds : form.thresholds };
}
