import { defaultCaps } from '@plimsoll/contracts/caps';
import { staircaseStages } from '@plimsoll/contracts/staircase';
import { expect, it } from 'vitest';
import { emptyForm } from '../values/empty-form.ts';
import type { FormValues } from '../values/form-values.ts';
import { judgeForm } from '../values/judged-plan.ts';
import { emptyRequest } from '../values/request-row.ts';
import { judgePerLoop, sumLoops } from './per-loop-values.ts';
import { listPresets, type PresetName, presetChange } from './presets.ts';
import { firstStaircase, judgeStaircase } from './staircase-values.ts';

const demoTarget = 'http://127.0.0.1:4390/';
const system = { caps: defaultCaps, demoTarget };
const mine: FormValues = {
  ...emptyForm,
  requestRows: [{ ...emptyRequest, method: 'POST' as const, url: 'http://127.0.0.1/order', headers: [{ name: 'x-a', value: '1' }] }],
};
const choose = (name: PresetName, before = mine) => {
  const preset = listPresets(system).find((one) => one.name === name);
  return { ...before, ...(preset && presetChange(preset, before, demoTarget)) };
};

it('a staircase is judged field by field, as it is typed', () => {
  const { body } = judgeStaircase(firstStaircase);
  expect(body && staircaseStages(body)).toHaveLength(28);
  const first = (change: Partial<typeof firstStaircase>) => judgeStaircase({ ...firstStaircase, ...change }).problems[0];
  expect(first({ step: '' })).toEqual({ field: '/staircase/step', message: 'Enter a number.' });
  expect(first({ to: 'many' })).toMatchObject({ field: '/staircase/to' });
  expect(first({ step: '5' })).toMatchObject({
    field: '/staircase/step',
    message: 'That makes 262 stages; a plan has 100 at most. Take larger steps.',
  });
  expect(first({ hold: '5' })).toMatchObject({ field: '/staircase/hold' });
  expect(judgeStaircase({ ...firstStaircase, to: '1 500', ramp: '' }).problems).toEqual([]);
});

it('16 loops × 500/s × 200 connections are 8 000/s over 3 200 connections', () => {
  const { body } = judgePerLoop({ loops: '16', rate: '500', connections: '200' });
  expect(body && sumLoops(body)).toEqual({ rate: 8000, connections: 3200 });
  expect(sumLoops({ loops: 3, rate: 0.1, connections: 1 })).toEqual({ rate: 0.3, connections: 3 });
  expect(judgePerLoop({ loops: '1.5', rate: '0', connections: '' }).problems).toMatchObject([{ field: '/perLoop/connections' }]);
  const fields = judgePerLoop({ loops: '1.5', rate: '0', connections: '0' }).problems.map(({ field }) => field);
  expect(fields).toEqual(['/perLoop/loops', '/perLoop/rate', '/perLoop/connections']);
});

it('each preset is a plan that runs, with the URL, headers and body that stood there', () => {
  for (const { name, refusal } of listPresets(system)) {
    expect(refusal).toBeNull();
    if (name === 'languageModel') continue;
    const { body, problems } = judgeForm(choose(name), undefined);
    expect(problems).toEqual([]);
    expect(body).toMatchObject({
      target: { url: 'http://127.0.0.1/order', method: 'POST', headers: { 'x-a': '1' } },
      load: { model: 'open' },
    });
  }
  expect(choose('overload').stages).toHaveLength(28);
  expect(choose('overloadFar').stages.at(-1)).toEqual({ to: '1500', over: '5s' });
  expect(choose('capacity')).toMatchObject({ shape: 'steady', rate: '500', maxConnections: '200', duration: '2m' });
});

it('the study of a language model asks prompts from rows, counts tokens and judges them', () => {
  const at = (url: string, change: Partial<FormValues> = {}) => {
    const before = { ...mine, ...change, requestRows: [{ ...emptyRequest, url, headers: [{ name: 'Content-Type', value: 'text/x' }] }] };
    const { body, problems } = judgeForm(choose('languageModel', before), undefined);
    expect(problems).toEqual([]);
    return body;
  };
  const plan = at('http://127.0.0.1:8000/');
  expect(plan).toMatchObject({
    target: {
      url: 'http://127.0.0.1:8000/v1/chat/completions',
      method: 'POST',
      headers: { 'Content-Type': 'text/x' },
      stream: { as: 'sse', tokens: { shape: 'openai', ttft: '500ms', itl: '80ms' } },
    },
    load: { model: 'closed', connections: 8, duration: '1m' },
    thresholds: ['ttft p(95) < 500ms', 'itl p(99) < 80ms', 'goodput > 95%'],
  });
  expect(JSON.parse(plan?.target?.body ?? '')).toMatchObject({ stream: true, stream_options: { include_usage: true }, max_tokens: 128 });
  expect(at('http://h/v1/messages')).toMatchObject({
    target: { headers: { 'anthropic-version': '2023-06-01' }, stream: { tokens: { shape: 'anthropic' } } },
  });
  expect(at(`${demoTarget}?delayMs=2`)?.target?.url).toMatch(/4390\/v1\/chat\/completions\?delayMs=150&.*capacity=16$/);
  const data = { format: 'csv', text: 'prompt\nmine\n', order: 'random' } as const;
  expect(at('http://h/my/model?x=1', { data, thresholds: ['ttft p(50) < 1s'] })).toMatchObject({
    target: { url: 'http://h/my/model?x=1' },
    data,
    thresholds: ['ttft p(50) < 1s'],
  });
});

it('a preset leaves nothing of the one before, and thresholds of one’s own stay', () => {
  expect(choose('breakpoint')).toMatchObject({ abortOnFail: true, thresholds: ['error_rate < 5%'] });
  expect(choose('soak', choose('breakpoint'))).toMatchObject({ abortOnFail: false, autoStop: true, shape: 'steady' });
  expect(choose('breakpoint', { ...mine, thresholds: ['p(99) < 1s'] }).thresholds).toEqual(['p(99) < 1s']);
});

it('a preset that the installation does not allow says why', () => {
  const small = { caps: { ...defaultCaps, maxRatePerSecond: 500, maxDurationMs: 3_600_000 } };
  const refusals = Object.fromEntries(listPresets(small).map(({ name, refusal }) => [name, refusal]));
  expect(refusals.spike).toBeNull();
  expect(refusals.overloadFar).toBe('Requests per second: 1500 is over the cap of 500.');
  expect(refusals.soak).toMatch(/2h is over the cap of 1h/);
});
