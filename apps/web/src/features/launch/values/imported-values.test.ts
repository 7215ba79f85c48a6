import { planSchema } from '@plimsoll/contracts/plan';
import { expect, test } from 'vitest';
import { emptyForm } from './empty-form.ts';
import { firstRequest } from './form-values.ts';
import { importedValues } from './imported-values.ts';
import { formToPlan } from './plan-form.ts';
import { emptyRequest } from './request-row.ts';

const plan = planSchema.parse({
  version: 1,
  name: 'GET 127.0.0.1:8787/ (curl)',
  target: { url: 'http://127.0.0.1:8787/', headers: { accept: 'text/html' } },
  load: { model: 'open', rate: 10, duration: '10s' },
});
const before = { ...emptyForm, requestRows: [{ ...emptyRequest, url: 'http://127.0.0.1:1/' }], model: 'closed' as const, connections: '7' };

test('a command without a load leaves the load of the form', () => {
  const values = importedValues({ plan, named: { target: true, load: false } }, before);
  expect(firstRequest(values).url).toBe('http://127.0.0.1:8787/');
  expect(values).toMatchObject({ model: 'closed', connections: '7' });
});

test('options without a target leave the requests of the form', () => {
  const values = importedValues({ plan, named: { target: false, load: true } }, before);
  expect(firstRequest(values).url).toBe('http://127.0.0.1:1/');
  expect(values).toMatchObject({ model: 'open', rate: '10', duration: '10s' });
});

test('a gRPC call comes through the form as it was, and goes when another command is read', () => {
  const call = planSchema.parse({
    version: 1,
    name: 'a.B/C 127.0.0.1:1 (ghz)',
    target: { url: 'grpc://127.0.0.1:1', grpc: { call: 'a.B/C', reflection: true, messages: [{ x: 1 }, { x: 2 }], messagesPerStream: 5 } },
    connection: { protocol: 'grpc', streams: 4, maxActiveRequests: 10 },
    load: { model: 'open', rate: 10, duration: '10s', maxConnections: 3 },
  });
  const named = { target: true, load: true };
  const values = importedValues({ plan: call, named }, before);
  expect(planSchema.parse(formToPlan(values).input)).toEqual(call);
  expect(planSchema.parse(formToPlan(importedValues({ plan, named }, values)).input)).toEqual(plan);
});
