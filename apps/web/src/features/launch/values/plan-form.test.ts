import { type Plan, planSchema } from '@plimsoll/contracts/plan';
import { parsePlanYaml, planToYaml } from '@plimsoll/contracts/plan-yaml';
import { countGenerators } from '@plimsoll/contracts/planned-generators';
import { issueSentence } from '@plimsoll/wording/refusal-sentence';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyCheck } from './check-row.ts';
import { emptyForm } from './empty-form.ts';
import { judgeForm } from './judged-plan.ts';
import { formToPlan, planToForm } from './plan-form.ts';
import { emptyRequest, isBlankCheck } from './request-row.ts';
import { planIndexes } from './rows.ts';
import { anyPlan } from './test/any-plan.ts';

const there = { ...emptyRequest, url: 'http://127.0.0.1/' };
const aimed = { ...emptyForm, requestRows: [there] };

describe('the launch form', { timeout: 30_000 }, () => {
  it('gives back the same plan it was filled from', () => {
    fc.assert(
      fc.property(anyPlan, (original) => {
        const { input, problems } = formToPlan(planToForm(original));
        expect(problems).toEqual([]);
        expect(planSchema.parse(input)).toEqual(original);
      }),
      { numRuns: 300 },
    );
  });

  it('goes through YAML and back without a loss', () => {
    fc.assert(
      fc.property(anyPlan, (original) => {
        const read = parsePlanYaml(planToYaml(original), issueSentence);
        if (!('plan' in read)) throw new Error(JSON.stringify(read.problems));
        expect(planSchema.parse(formToPlan(planToForm(read.plan)).input)).toEqual(original);
      }),
      { numRuns: 200 },
    );
  });

  it('is held to plans of every kind', () => {
    const plans = fc.sample(anyPlan, { numRuns: 150, seed: 7 });
    const requests = plans.flatMap((drawn) => drawn.requests ?? []);
    const drawn = {
      target: plans.filter(({ target }) => target !== null),
      data: plans.filter(({ data }) => data !== null),
      generators: plans.filter(({ generators }) => countGenerators(generators) > 1),
      regions: plans.filter(({ generators }) => typeof generators !== 'number'),
      workers: plans.filter(({ workers }) => workers.label !== null),
      abortOnFail: plans.filter(({ abortOnFail }) => abortOnFail),
      clientCertificate: plans.filter(({ connection }) => connection.tls.clientCertificate !== null),
      ofOneRequest: plans.filter(({ thresholds }) => thresholds.includes('p(99){request 0} < 80ms')),
      extract: requests.filter(({ extract }) => Object.keys(extract).length > 0),
      weight: requests.filter(({ weight }) => weight > 1),
      bodyFile: requests.filter(({ bodyFile }) => bodyFile !== null),
      bodyBytes: requests.filter(({ bodyBytes }) => bodyBytes !== null),
      auth: requests.filter((request) => request.auth !== null),
    };
    for (const [kind, found] of Object.entries(drawn)) expect(found.length, kind).toBeGreaterThan(2);
  });

  it('has a field for all that a plan says today', () => {
    for (const drawn of fc.sample(anyPlan, { numRuns: 100, seed: 3 })) {
      const { extra, requestRows } = planToForm(drawn);
      expect(extra).toEqual({ plan: {}, workers: {}, connection: {}, tls: {}, load: {} });
      expect(requestRows.map((row) => row.extra)).toEqual(requestRows.map(() => ({})));
    }
  });

  it('keeps what it has no field for', () => {
    const known = planSchema.parse({
      version: 1,
      name: 'a',
      target: { url: 'http://127.0.0.1/' },
      load: { model: 'closed', connections: 1, requests: 1 },
    });
    const later = { ...known, later: 1, load: { ...known.load, later: 2 }, checks: [{ later: { deep: true } }] } as unknown as Plan;
    expect(JSON.parse(JSON.stringify(formToPlan(planToForm(later)).input))).toEqual(JSON.parse(JSON.stringify(later)));
  });

  it('says beside the field what is no number', () => {
    const { problems } = judgeForm({ ...aimed, model: 'closed', connections: 'many' }, undefined);
    expect(problems).toEqual([{ field: '/load/connections', message: '"many" is not a number.' }]);
  });

  it('refuses a header given twice instead of keeping the last', () => {
    const headers = [
      { name: 'a', value: '1' },
      { name: 'a', value: '2' },
    ];
    const { problems } = judgeForm({ ...emptyForm, requestRows: [{ ...there, headers }] }, undefined);
    expect(problems[0]).toEqual({ field: '/target/headers/a', message: '"a" is given twice.' });
  });

  it('says on the row of a request what is wrong with it', () => {
    const rows = [
      { ...there, key: 0, name: 'login' },
      { ...there, key: 1, name: 'login', url: 'http://127.0.0.2/', weight: '' },
      { ...there, key: 2, name: 'list', body: { kind: 'bytes' as const, text: null, bytes: 'a few', file: null } },
    ];
    const { problems } = judgeForm({ ...emptyForm, several: true, requestRows: rows }, undefined);
    expect(Object.fromEntries(problems.map(({ field, message }) => [field, message]))).toMatchObject({
      '/requests/1/weight': 'Enter its share.',
      '/requests/2/bodyBytes': '"a few" is not a number.',
    });
    const readable = rows.map((row) => ({ ...row, weight: '1', body: emptyRequest.body }));
    expect(judgeForm({ ...emptyForm, several: true, requestRows: readable }, undefined).problems.map(({ field }) => field)).toEqual([
      '/requests/1/name',
      '/requests/1/url',
    ]);
  });

  it('places a problem past the rows that were left empty', () => {
    const { problems } = judgeForm(
      { ...aimed, checks: [emptyCheck, { ...emptyCheck, kind: 'maxResponseTime', value: 'soon' }] },
      undefined,
    );
    expect(problems.map(({ field }) => field)).toEqual(['/checks/0/maxResponseTime']);
    expect(planIndexes([emptyCheck, { ...emptyCheck, value: '200' }], isBlankCheck)).toEqual([null, 0]);
  });

  it('forgets weights in a sequence and has them back in a mix', () => {
    const rows = [
      { ...there, key: 0, name: 'a', weight: '3' },
      { ...there, key: 1, name: 'b', weight: '1' },
    ];
    const weights = (requestOrder: 'mix' | 'sequence') =>
      judgeForm({ ...emptyForm, several: true, requestRows: rows, requestOrder }, undefined).body?.requests?.map(({ weight }) => weight);
    expect(weights('sequence')).toEqual([1, 1]);
    expect(weights('mix')).toEqual([3, 1]);
  });
});
