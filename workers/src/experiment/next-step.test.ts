import type { ComparisonResult } from '@plimsoll/contracts/comparison';
import { planSchema } from '@plimsoll/contracts/plan';
import type { RunState } from '@plimsoll/contracts/run';
import type { Verdict } from '@plimsoll/contracts/verdict';
import type { ExperimentResult, StepRow } from '@plimsoll/store/experiment-row';
import { remarkSentence, remarksSentence } from '@plimsoll/wording/experiment-sentence';
import { expect, test } from 'vitest';
import { isUndecided, nextStep, remarksOn } from './next-step.ts';

const plan = planSchema.parse({
  version: 1,
  name: 'x',
  target: { url: 'http://127.0.0.1/' },
  load: { model: 'closed', connections: 1, requests: 1 },
});
const experiment = {
  kind: 'ab' as const,
  variants: [
    { name: 'on', plan },
    { name: 'off', plan },
  ],
  repeats: 1,
  extendTo: null,
  search: null,
  design: 'runs' as const,
};

function step(position: number, variant: number, state: RunState | null, more: Partial<StepRow> = {}): StepRow {
  const begun = state !== null;
  return {
    position,
    variant,
    rate: null,
    number: null,
    run_id: begun ? `run-${position}` : null,
    inserted_at: begun ? new Date(0) : null,
    state,
    state_reason: begun ? 'A sentence.' : null,
    ending: null,
    turns: null,
    validity: null,
    thresholds: [],
    summary: null,
    ...more,
  };
}

function found(...verdicts: Verdict[]): ExperimentResult {
  const metrics = (['throughput', 'errorRate', 'p50', 'p99'] as const).map((metric, index) => ({
    metric,
    verdict: verdicts[index] ?? 'no_difference',
  }));
  return {
    comparisons: [{ variant: 1, result: { candidates: [{ metrics }] } as unknown as ComparisonResult }],
    noiseFloor: null,
    capacity: null,
    knee: null,
  };
}

test('the runs of a round that are made together begin at once, and the next round when all are over', () => {
  const together = { ...experiment, design: 'together' as const };
  const steps = [step(0, 0, 'completed'), step(1, 1, 'completed'), step(2, 1, null), step(3, 0, null), step(4, 0, null), step(5, 1, null)];
  const next = nextStep(together, steps, found());
  expect(next.kind === 'run' && next.steps.map(({ position }) => position)).toEqual([2, 3]);
});

test('made at once, it ends at a planned look only, however clear it is before', () => {
  const together = { ...experiment, design: 'together' as const, extendTo: 9 };
  const after = (rounds: number) =>
    nextStep(
      together,
      Array.from({ length: 2 * rounds }, (_, at) => step(at, at % 2, 'completed')),
      found('better'),
    );
  // Looks are planned after 1, 3, 5, 7 and 9 rounds.
  expect([1, 2, 3].map((rounds) => after(rounds).kind)).toEqual(['end', 'plan', 'end']);
});

test('runs come in the planned order, one at a time', () => {
  const steps = [step(0, 0, 'completed'), step(1, 1, null), step(2, 1, null), step(3, 0, null)];
  expect(nextStep(experiment, steps, found())).toMatchObject({ kind: 'run', steps: [{ position: 1 }] });
});

test('a search for a limit of the CPU ends with a sentence where nobody told the CPU, and tries no other rate', () => {
  const search = { thresholds: ['target_cpu < 70%'], startRate: 10, maxRate: 100, precision: 0.05, keepsUp: 0.98 };
  const untold = { rate: 10, thresholds: [{ expression: 'target_cpu < 70%', value: null, passed: false }] };
  const end = nextStep({ ...experiment, kind: 'capacity', search }, [step(0, 0, 'completed', untold)], found());
  expect(end).toMatchObject({ kind: 'end', state: 'failed', remarks: [{ kind: 'noTargetCpu' }] });
});

test.each(['worker_lost', 'start_failed', 'control_lost', 'target_refused'] as const)(
  'a run that ended %s ends the experiment',
  (state) => {
    const next = nextStep(experiment, [step(0, 0, state), step(1, 1, null)], found());
    expect(next).toMatchObject({ kind: 'end', state: 'failed' });
    expect(next.kind === 'end' && remarksSentence(next.remarks)).toContain('Run 1 of 2 (on) did not complete');
  },
);

test('a run that a person stopped or that stopped by itself is noted, and the others go on', () => {
  const steps = [step(0, 0, 'stopped'), step(1, 1, 'auto_stopped'), step(2, 1, null)];
  expect(nextStep(experiment, steps, found())).toMatchObject({ kind: 'run', steps: [{ position: 2 }] });
  expect(remarksOn(experiment, steps).map(remarkSentence)).toEqual([
    'Run 1 of 3 (on) was stopped and does not count: A sentence.',
    'Run 2 of 3 (off) stopped by itself and does not count: A sentence.',
  ]);
});

test('the end counts the runs that are compared: half a round made at once says nothing', () => {
  const steps = [step(0, 0, 'completed'), step(1, 1, 'completed'), step(2, 1, 'completed'), step(3, 0, 'stopped')];
  const said = (design: 'runs' | 'together', these = steps) => {
    const next = nextStep({ ...experiment, design, repeats: 2 }, these, found());
    return next.kind === 'end' && remarksSentence(next.remarks);
  };
  expect(said('together')).toBe('1 run of each variant.');
  expect(said('runs')).toBe('1 run of each variant.');
  expect(said('together', [...steps.slice(0, 3), step(3, 0, 'completed')])).toBe('2 runs of each variant.');
});

test('a run that was deleted is not made again', () => {
  const steps = [step(0, 0, null, { inserted_at: new Date(0) }), step(1, 1, null)];
  expect(nextStep(experiment, steps, found())).toMatchObject({ kind: 'run', steps: [{ position: 1 }] });
  expect(remarksSentence(remarksOn(experiment, steps))).toContain('was deleted');
});

test('an open headline verdict adds a round in the order of its turn, up to the limit', () => {
  const steps = [step(0, 0, 'completed'), step(1, 1, 'completed')];
  const open = found('better', 'no_difference', 'worse', 'not_enough_evidence');
  expect(nextStep({ ...experiment, extendTo: 2 }, steps, open)).toEqual({
    kind: 'plan',
    runs: [
      { variant: 1, rate: null },
      { variant: 0, rate: null },
    ],
  });
  expect(nextStep({ ...experiment, extendTo: 1 }, steps, open)).toMatchObject({ kind: 'end', state: 'completed' });
  expect(nextStep({ ...experiment, extendTo: 9 }, steps, found('better'))).toMatchObject({ kind: 'end', state: 'completed' });
});

test('nothing is repeated where no repeat can decide it: a run that is too short leaves its arm without a verdict', () => {
  const steps = [step(0, 0, 'completed'), step(1, 1, 'completed')];
  const open = found('not_enough_evidence');
  const refused = { kind: 'tooShort', side: 'base', number: 1, seconds: 4, least: 10 };
  const short = structuredClone(open);
  for (const { result } of short.comparisons) for (const candidate of result.candidates) Object.assign(candidate, { code: { refused } });
  const closing = (result: ExperimentResult) => nextStep({ ...experiment, extendTo: 2 }, steps, result);
  expect(closing(open)).toMatchObject({ kind: 'plan' });
  expect(closing(short)).toEqual({ kind: 'end', state: 'completed', remarks: [{ kind: 'variants', runs: 1, undecided: false }] });
  const [one, other] = [open.comparisons[0], short.comparisons[0]];
  if (!one || !other) throw new Error('Each has a comparison.');
  expect(closing({ ...open, comparisons: [one, other] })).toMatchObject({ kind: 'plan' });
});

test('a metric outside the headline keeps nothing open, and nothing compared is nothing to wait for', () => {
  const result = { candidates: [{ metrics: [{ metric: 'p999', verdict: 'not_enough_evidence' }] }] } as unknown as ComparisonResult;
  expect(isUndecided(experiment, { comparisons: [{ variant: 1, result }] })).toBe(false);
  expect(isUndecided(experiment, { comparisons: [] })).toBe(false);
});
