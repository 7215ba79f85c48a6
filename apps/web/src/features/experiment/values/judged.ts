/** One judgement before anything is sent: the contract's schema, the operator's limits, and where each problem is shown. Pure. */
import { type Ceiling, type ChosenDesign, chooseDesign, type Design } from '@plimsoll/contracts/design';
import { type CreateExperiment, createExperimentSchema } from '@plimsoll/contracts/experiment';
import type { Plan } from '@plimsoll/contracts/plan';
import type { FieldProblem } from '@plimsoll/contracts/problem';
import { listChoices, numeric, pointerOf, readTyped } from '@plimsoll/contracts/setting';
import type { System } from '@plimsoll/contracts/system';
import { formWords } from '@plimsoll/wording/en/form';
import { type Estimate, estimateRepeats, estimateSearch } from '../../../domain/experiment/estimate.ts';
import { beyondLimits } from '../../../domain/plan/plan-limits.ts';
import { type Judged, judgeBy } from '../../../ui/form/judged.ts';
import { type ExperimentValues, type Origin, type Shape, toBody, type Words } from './form-values.ts';
import { doubledValue, splitValues } from './grid.ts';

export interface JudgedExperiment extends Judged<CreateExperiment> {
  readonly estimate: Estimate | null;
  /** Null while something is wrong. */
  readonly chosen: ChosenDesign | null;
}

interface Input {
  readonly shape: Shape;
  readonly plan: Plan;
  readonly values: ExperimentValues;
  readonly origin: Origin;
  readonly system: System | undefined;
  readonly words: Words;
  /** What the history of the plan tells of its target. */
  readonly ceiling?: Ceiling | null | undefined;
}

export function judgeExperiment({ shape, plan, values, origin, system, words, ceiling = null }: Input): JudgedExperiment {
  const { input, problems: unread } = toBody(shape, plan, values, origin, words);
  const parsed = judgeBy(createExperimentSchema, input);
  const limits = input.variants.flatMap((variant, index) =>
    beyondLimits(variant.plan, system).map((problem) => ({ ...problem, field: `/variants/${index}/plan${problem.field}` })),
  );
  const found = [...parsed.problems, ...limits];
  const own = [...unread, ...(shape === 'sweep' ? axisProblems(values) : []), ...(shape === 'ab' ? yamlProblems(values) : [])];
  const problems = placed(shape, plan, values, [...own, ...found]);
  const body = problems.length === 0 ? parsed.body : null;
  const chosen = body && chooseDesign(body, ceiling);
  return { body, problems, estimate: body && chosen && estimateDuration(body, chosen.design), chosen };
}

function estimateDuration(experiment: CreateExperiment, design: Design): Estimate | null {
  const { kind, variants, repeats, extendTo, coolDown, search } = experiment;
  const [first] = variants;
  if (kind === 'capacity') return first && search ? estimateSearch({ plan: first.plan, ...search, coolDown }) : null;
  return estimateRepeats({
    plans: variants.map((variant) => variant.plan),
    repeats,
    extendTo,
    coolDown,
    design,
  });
}

function axisProblems({ axes }: ExperimentValues): FieldProblem[] {
  return axes.flatMap((axis, index) => {
    const field = `/axes/${index}`;
    const parts = splitValues(axis);
    const wrong = numeric(axis.setting) ? parts.find((part) => readTyped(axis.setting, part) === null) : undefined;
    const choices = listChoices(axis.setting);
    const unknown = choices ? parts.find((part) => !choices.includes(part)) : undefined;
    const twice = doubledValue(axis);
    if (parts.length < 2) return [{ field, message: formWords.twoValues }];
    if (wrong !== undefined) return [{ field, message: formWords.noNumber({ typed: wrong }) }];
    if (unknown !== undefined) return [{ field, message: formWords.noneOf({ typed: unknown, choices: choices?.join(', ') ?? '' }) }];
    return twice === null ? [] : [{ field, message: formWords.twice({ typed: twice }) }];
  });
}

function yamlProblems({ variants }: ExperimentValues): FieldProblem[] {
  return variants.flatMap(({ yaml }, index) =>
    (yaml?.problems ?? []).map((problem) => ({ field: `/variants/${index}/yaml`, message: problem.message })),
  );
}

const inPlan = /^\/variants\/(\d+)\/plan(\/.*)?$/;

/**
 * A problem of a made plan belongs to the field that made it: to the variant's own setting, to the sweep's axis, else to the plan all
 * variants start from. A list of problems names each place once.
 */
export function placed(shape: Shape, plan: Plan, values: ExperimentValues, problems: readonly FieldProblem[]): FieldProblem[] {
  const shown = problems.map((problem) => ({ ...problem, field: findPlace(shape, plan, values, problem.field) }));
  return shown.filter((problem, at) => shown.findIndex((other) => other.field === problem.field) === at);
}

function findPlace(shape: Shape, plan: Plan, values: ExperimentValues, field: string): string {
  if (shape === 'sweep' && field === '/variants') return '/axes/0';
  const match = inPlan.exec(field);
  if (!match) return field;
  const [, index = '', inner = ''] = match;
  if (inner === '/generators' && !(shape === 'ab' && values.variants[Number(index)]?.yaml)) return '/generators';
  if (shape === 'capacity')
    return inner === '/load/rate' ? '/search/startRate' : inner === '/load/duration' ? '/tryLength' : `/plan${inner}`;
  if (shape === 'sweep') {
    const axis = values.axes.findIndex(({ setting }) => inner.startsWith(pointerOf(setting, plan)));
    return axis < 0 ? `/plan${inner}` : `/axes/${axis}`;
  }
  if (values.variants[Number(index)]?.yaml) return `/variants/${index}/yaml`;
  const setting = values.varied.find((one) => inner.startsWith(pointerOf(one, plan)));
  return setting ? `/variants/${index}/${setting}` : `/plan${inner}`;
}
