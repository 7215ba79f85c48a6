import { planSchema } from '@plimsoll/contracts/plan';
import { expect, test } from 'vitest';
import { checkRow } from './check-row.ts';
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
const nothing = { target: false, load: false, timeout: false, keepAlive: false };
const both = { ...nothing, target: true, load: true };
const before = { ...emptyForm, requestRows: [{ ...emptyRequest, url: 'http://127.0.0.1:1/' }], model: 'closed' as const, connections: '7' };

test('a command without a load leaves the load of the form', () => {
  const values = importedValues({ plan, named: { ...nothing, target: true } }, before);
  expect(firstRequest(values).url).toBe('http://127.0.0.1:8787/');
  expect(values).toMatchObject({ model: 'closed', connections: '7' });
});

test('options without a target leave the requests of the form', () => {
  const values = importedValues({ plan, named: { ...nothing, load: true } }, before);
  expect(firstRequest(values).url).toBe('http://127.0.0.1:1/');
  expect(values).toMatchObject({ model: 'open', rate: '10', duration: '10s' });
});

test('judgement, tags, note and workers of the form stay beside a command that names none of them', () => {
  const own = {
    name: 'Shop, front page',
    client: 'wire',
    thresholds: ['p(95) < 200ms'],
    abortOnFail: true,
    checks: [checkRow({ status: 200 })],
    errorStatuses: '5xx',
    warmup: '5s',
    maxConnectionAge: '30s',
    generators: '2',
    workerLabel: 'eu',
    watchTarget: false,
    scrape: [{ name: 'app', value: 'http://127.0.0.1:9100/metrics' }],
    note: 'after the upgrade',
    tags: [{ name: 'branch', value: 'main' }],
  } as const;
  expect(importedValues({ plan, named: both }, { ...before, ...own })).toMatchObject({ ...own, model: 'open', rate: '10' });
  const judged = planSchema.parse({ ...plan, thresholds: ['error_rate < 1%'], tags: { branch: 'fix', team: 'shop' } });
  expect(importedValues({ plan: judged, named: both }, { ...before, ...own })).toMatchObject({
    thresholds: ['error_rate < 1%'],
    tags: [
      { name: 'branch', value: 'fix' },
      { name: 'team', value: 'shop' },
    ],
  });
});

test('a timeout and keep-alive that were typed stay beside a command that does not name them', () => {
  const read = (more: object) => planSchema.parse({ ...plan, ...more });
  const typed = { ...before, timeout: '5s', keepAlive: false };
  // wrk waits for 2 s and keeps connections where it is not told otherwise.
  const wrk = read({ timeout: '2s' });
  const after = (named: object, form = typed) => importedValues({ plan: wrk, named: { ...both, ...named } }, form);
  expect(after({})).toMatchObject({ timeout: '5s', keepAlive: false });
  expect(after({ timeout: true })).toMatchObject({ timeout: '2s', keepAlive: false });
  expect(after({ keepAlive: true })).toMatchObject({ timeout: '5s', keepAlive: true });
  // Nobody typed here: the tool's own.
  expect(after({}, before)).toMatchObject({ timeout: '2s', keepAlive: true });
  const shared = read({ connection: { protocol: 'http2', streams: 10 } });
  expect(importedValues({ plan: shared, named: both }, typed)).toMatchObject({ timeout: '5s', keepAlive: true });
  const ab = read({ connection: { keepAlive: false } });
  expect(importedValues({ plan: ab, named: both }, before)).toMatchObject({ keepAlive: false });
});

test('TLS that was typed stays beside a command that names none of it', () => {
  const tls = { verify: true, ca: 'CA', serverName: 'shop.internal', certificate: 'mine', key: 'secret' };
  const typed = { ...before, tls };
  const tlsAfter = (url: string, given: object = {}) => {
    const read = planSchema.parse({ ...plan, target: { url }, connection: { tls: given } });
    return importedValues({ plan: read, named: both }, typed).tls;
  };
  expect(tlsAfter('https://127.0.0.1:8443/')).toEqual(tls);
  expect(tlsAfter('https://127.0.0.1:8443/', { verify: false, serverName: 'cart.internal' })).toEqual({
    ...tls,
    verify: false,
    serverName: 'cart.internal',
  });
  // In sight, as where somebody types another URL.
  expect(tlsAfter('http://127.0.0.1:8080/')).toEqual(tls);
});

test('options without a target leave the rows that the requests of the form read', () => {
  const data = { format: 'csv', text: 'id\n1\n', order: 'roundRobin' } as const;
  expect(importedValues({ plan, named: { ...nothing, load: true } }, { ...before, data }).data).toBe(data);
});

test('a gRPC call comes through the form as it was, and goes when another command is read', () => {
  const call = planSchema.parse({
    version: 1,
    name: 'a.B/C 127.0.0.1:1 (ghz)',
    target: { url: 'grpc://127.0.0.1:1', grpc: { call: 'a.B/C', reflection: true, messages: [{ x: 1 }, { x: 2 }], messagesPerStream: 5 } },
    connection: { protocol: 'grpc', streams: 4, maxActiveRequests: 10 },
    load: { model: 'open', rate: 10, duration: '10s', maxConnections: 3 },
  });
  const values = importedValues({ plan: call, named: both }, before);
  expect(planSchema.parse(formToPlan({ ...values, name: call.name }).input)).toEqual(call);
  expect(planSchema.parse(formToPlan({ ...importedValues({ plan, named: both }, values), name: plan.name }).input)).toEqual(plan);
});
