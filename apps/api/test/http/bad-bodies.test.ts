import { Readable } from 'node:stream';
import { api } from '@plimsoll/contracts/paths';
import type { Run } from '@plimsoll/contracts/run';
import { describe, expect, it } from 'vitest';
import { problemIn } from '../support/asking.ts';
import { useApi } from '../support/scene.ts';
import { planInput } from '../support/stored-runs.ts';

const { test, boss } = useApi();

describe('a body that cannot be read is refused with a sentence', () => {
  const plain = { 'content-type': 'application/json' };
  it.each([
    ['malformed JSON', '{"plan":', plain, 400, 'invalid_json'],
    ['a number out of range of any schema', '{"plan":{"version":1e309}}', plain, 400, 'invalid_input'],
    ['NaN', '{"plan":NaN}', plain, 400, 'invalid_json'],
    ['a key given twice', '{"planId":"a","planId":"b"}', plain, 400, 'invalid_json'],
    ['__proto__', '{"__proto__":{"polluted":1}}', plain, 400, 'invalid_json'],
    ['constructor', '{"plan":{"constructor":{"prototype":1}}}', plain, 400, 'invalid_json'],
    ['nesting beyond reason', `${'['.repeat(50_000)}${']'.repeat(50_000)}`, plain, 400, 'invalid_json'],
    ['an empty body', '', plain, 400, 'invalid_input'],
    ['null', 'null', plain, 400, 'invalid_input'],
    ['a list', '[]', plain, 400, 'invalid_input'],
    ['plain text', 'plan', { 'content-type': 'text/plain' }, 415, 'unsupported_content_type'],
    ['a form', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'unsupported_content_type'],
    ['JSON under a made-up type', '{}', { 'content-type': 'application/json-ish' }, 415, 'unsupported_content_type'],
    ['a type with a tab', '{}', { 'content-type': 'application/json\ta' }, 415, 'unsupported_content_type'],
    ['over 4 MiB', JSON.stringify({ plan: 'x'.repeat(4 * 1024 * 1024) }), plain, 413, 'too_large'],
  ])('%s', async (_what, body, headers, status, code) => {
    expect(problemIn(await boss('POST', api.runs, body, headers))).toMatchObject({ status, code });
  });

  it('takes a plan as YAML, and points at the line of what is wrong', async () => {
    const yaml = { 'content-type': 'application/yaml' };
    const good = 'version: 1\nname: y\ntarget: { url: "http://127.0.0.1:8787/" }\nload: { model: closed, connections: 1, requests: 5 }\n';
    expect((await boss<Run>('POST', api.runs, good, yaml)).body.plan.name).toBe('y');
    const bad = problemIn(await boss('POST', api.runs, good.replace('requests: 5', 'requests: 0'), yaml));
    expect(bad).toMatchObject({ status: 400, field: '/plan/load/requests' });
    expect(bad.hint).toContain('Line 4');
    expect(problemIn(await boss('POST', api.runs, `${good}name: z\n`, yaml)).status).toBe(400);
    expect(problemIn(await boss('POST', api.shares, good, yaml)).status).toBe(415);
  });
});

describe('a body over the limit of 4 MB', () => {
  const files = planInput({
    target: null,
    requests: Array.from({ length: 5 }, (_, i) => ({
      name: `upload ${i}`,
      url: 'http://127.0.0.1:8787/',
      method: 'POST',
      bodyFile: { name: 'photo.jpg', base64: Buffer.alloc(1024 * 1024).toString('base64') },
    })),
  });
  const body = { plan: files };
  it.each([
    ['POST', api.runs, body],
    ['POST', api.plans, body],
    ['PUT', api.plan(crypto.randomUUID()), body],
    ['POST', api.experiments, { variants: [{ name: 'a', plan: files }] }],
  ] as const)('%s %s says that files are part of the plan, how large it is and what to do', async (method, url, over) => {
    const problem = problemIn(await boss(method, url, over));
    expect(problem).toMatchObject({ status: 413, code: 'too_large' });
    expect(problem.detail).toMatch(/^The request with its plan has 6\.7 MB; the limit is 4 MB\. .*files.*data rows.*fewer or smaller/);
  });

  it('is refused as YAML, and without an announced length, in the same words', async () => {
    const yaml = `${'# '.padEnd(4 * 1024 * 1024, 'x')}\n`;
    const refused = problemIn(await boss('POST', api.runs, yaml, { 'content-type': 'application/yaml' }));
    expect(refused.detail).toMatch(/^The request with its plan has 4\.1 MB; the limit is 4 MB\./);
    const { token } = (await boss<{ token: string }>('POST', api.tokens, { name: 'unannounced' })).body;
    const answer = await test.app.inject({
      method: 'POST',
      url: api.runs,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: Readable.from([Buffer.alloc(5 * 1024 * 1024, 32)]),
    });
    expect(answer.json()).toMatchObject({ code: 'too_large', detail: expect.stringMatching(/plan is larger; the limit is 4 MB/) });
  });

  it('speaks of no plan where none is taken', async () => {
    const { detail } = problemIn(await boss('POST', api.tokens, { name: 'x'.repeat(4 * 1024 * 1024) }));
    expect(detail).toBe('The body has 4.1 MB; the limit is 0.25 MB.');
  });

  it('leaves room for two files of 1 MB', async () => {
    const two = { ...files, requests: files.requests?.slice(0, 2) };
    expect((await boss('POST', api.plans, { plan: two })).status).toBe(201);
  });
});
