/** A load that climbs in steps, as ramping studies have it: `from 50 to 700 step 50, 5 s ramp, 5 s hold`. Pure. */
import { z } from 'zod';
import { refusal, refuse, refused } from '../api/refusal.ts';
import { mostStages } from '../plan/plan.ts';
import { durationMs, durationSchema } from '../request/duration.ts';

const levelSchema = z.number().nonnegative();

export const staircaseSchema = z
  .strictObject({
    /** Rate of the first step, per second. */
    from: levelSchema,
    /** Rate of the last step; below `from` the stairs go down. */
    to: levelSchema,
    /** From one step to the next. The last one is smaller where the steps do not reach `to` evenly. */
    step: z.number().positive(refused('step_zero')),
    /** Time in which the rate changes to a step's; `0s` jumps. */
    ramp: durationSchema,
    /** Time for which a step is held; `0s` goes on to the next. */
    hold: durationSchema,
  })
  .superRefine((staircase, context) => {
    if (durationMs(staircase.ramp) + durationMs(staircase.hold) === 0) refuse(context, ['hold'], refusal('stages_no_time'));
    if (Math.max(staircase.from, staircase.to) === 0) refuse(context, ['to'], refusal('rate_always_zero'));
    const stages = countSteps(staircase) * stagesOfStep(staircase).length;
    if (stages > mostStages) refuse(context, ['step'], refusal('stairs_most', { stages, most: mostStages }));
  });
export type Staircase = z.infer<typeof staircaseSchema>;

type Stairs = Pick<Staircase, 'from' | 'to' | 'step'>;

/** Rates of a decimal step have no binary one: a value that near to a whole number of steps is one. */
const nearlyWhole = 1e-9;
/** 0.1 + 0.2 is 0.3 to people. */
const round = (rate: number) => Number(rate.toPrecision(12));

/** Counts the whole steps that fit between the first one and `to`. */
function countWhole({ from, to, step }: Stairs): number {
  return Math.floor(Math.abs(to - from) / step + nearlyWhole);
}

const endsEvenly = (stairs: Stairs) => Math.abs(Math.abs(stairs.to - stairs.from) / stairs.step - countWhole(stairs)) <= nearlyWhole;

function countSteps(stairs: Stairs): number {
  return countWhole(stairs) + (endsEvenly(stairs) ? 1 : 2);
}

/** The parts of a step that last, and a jump to it where nothing ramps. */
function stagesOfStep({ ramp, hold }: Pick<Staircase, 'ramp' | 'hold'>): string[] {
  return durationMs(hold) === 0 ? [ramp] : [ramp, hold];
}

/** The stages of a load that begins at rate 0: of each step its ramp and its hold. At most {@link mostStages}, as the schema holds. */
export function staircaseStages(staircase: Staircase): { readonly to: number; readonly over: string }[] {
  const { from, to, step } = staircase;
  const towards = Math.sign(to - from);
  const steps = Array.from({ length: countWhole(staircase) + 1 }, (_, at) => round(from + towards * at * step));
  if (endsEvenly(staircase)) steps[steps.length - 1] = to;
  else steps.push(to);
  return steps.flatMap((rate) => stagesOfStep(staircase).map((over) => ({ to: rate, over })));
}
