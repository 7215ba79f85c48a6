import { planSchema } from '@plimsoll/contracts/plan';
import { expect, test } from 'vitest';
import { formToPlan, planToForm } from './plan-form.ts';
import { withShare, writeShare } from './tracing-share.ts';

const plan = planSchema.parse({
  version: 1,
  name: 'x',
  target: { url: 'http://127.0.0.1/' },
  load: { model: 'closed', connections: 1, duration: '1s' },
});
const typed = (text: string) => formToPlan({ ...planToForm(plan), ...withShare(planToForm(plan), text) }).input;

test.each([
  ['1', 0.01],
  ['0.1', 0.001],
  ['2,5 %', 0.025],
  ['100', 1],
  ['7', 0.07],
])('%s is a plan with that share, and stands there again when the plan is opened', (text, sample) => {
  const made = planSchema.parse(typed(text));
  expect(made.tracing).toEqual({ sample });
  expect(writeShare(planToForm(made).extra.plan.tracing)).toBe(text.replace(',', '.').replace(' %', ''));
});

test('nothing typed is a plan without traces, and what is no share is refused at its field', () => {
  expect(planSchema.parse(typed(' ')).tracing).toBeUndefined();
  for (const text of ['many', '0', '101', '-1'])
    expect(planSchema.safeParse(typed(text)).error?.issues.map(({ path }) => path)).toEqual([['tracing', 'sample']]);
});
