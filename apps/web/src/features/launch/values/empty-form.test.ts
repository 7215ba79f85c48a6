import { planSchema } from '@plimsoll/contracts/plan';
import { expect, it } from 'vitest';
import { emptyForm } from './empty-form.ts';
import { judgeForm } from './judged-plan.ts';

/** Texts that a person typed into an empty form, and the plan that says the same and nothing else. */
const url = 'http://127.0.0.1:8080/';
const target = { requestRows: [{ ...emptyForm.requestRows[0], url } as (typeof emptyForm.requestRows)[number]], name: 'mine' };
const least = { version: 1, name: 'mine', target: { url } };

it('an empty form says no more than a plan must: all else is what the schema fills in', () => {
  const closed = { model: 'closed', connections: 50, duration: '10s' };
  expect(judgeForm({ ...emptyForm, ...target, model: 'closed' }, undefined).body).toEqual(planSchema.parse({ ...least, load: closed }));
  const open = { model: 'open', rate: 500, duration: '10s' };
  expect(judgeForm({ ...emptyForm, ...target }, undefined).body).toEqual(planSchema.parse({ ...least, load: open }));
  const emptied = { warmup: '', generators: '', pipelining: '', streams: '', seed: '', maxConnections: '', maxQueued: '' };
  expect(judgeForm({ ...emptyForm, ...target, ...emptied }, undefined).body).toEqual(planSchema.parse({ ...least, load: open }));
});
