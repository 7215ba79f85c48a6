import { type PlanInput, planSchema } from '@plimsoll/contracts/plan';
import { describe, expect, test } from 'vitest';
import { messageSource } from './message-source.ts';
import { seededRandom } from './random.ts';

function sourceOf(target: Partial<PlanInput['target']>, rest: Partial<PlanInput> = {}, part = { index: 0, of: 1 }) {
  const url = 'http://127.0.0.1:8080/';
  const load = { model: 'closed', connections: 1, requests: 1 } as const;
  const plan = planSchema.parse({ version: 1, name: 'x', target: { url, method: 'POST', ...target }, load, ...rest });
  return messageSource({ plan, runId: 'r', part, random: seededRandom(1), wallMs: () => 1234 });
}

describe('messages', () => {
  test('without templates are one message', () => {
    const source = sourceOf({ body: '{"a":1}' });
    expect(source.next()).toBe(source.next());
    expect(source.next().staying.toString()).toMatch(
      /^POST \/ HTTP\/1\.1\r\nhost: 127\.0\.0\.1:8080\r\n.*content-length: 7\r\nconnection: keep-alive\r\n\r\n\{"a":1\}$/s,
    );
    expect(source.next().closing.toString()).toContain('connection: close\r\n');
    expect(sourceOf({ bodyBytes: 5000 }).next().body?.length).toBe(5000);
  });

  test('are rendered anew for each request, numbered over all parts', () => {
    const target = { url: 'http://h/u/{{seq}}/ü?at={{now}}#x', headers: { 'X-Id': 'id-{{uuid}}' }, body: '{{seq}} {{randomInt 1 3}}' };
    const parts = [0, 1].map((index) => sourceOf(target, {}, { index, of: 2 }));
    const messages = [parts[0]?.next(), parts[1]?.next(), parts[0]?.next()];
    expect(messages.map((message) => message?.path)).toEqual([0, 1, 2].map((seq) => `/u/${seq}/%C3%BC?at=1234`));
    expect(messages[0]?.headers.at(-1)).toMatch(/^id-[0-9a-f-]{36}$/);
    for (const message of messages) expect(message?.body?.toString()).toMatch(/^\d [123]$/);
    expect(messages[2]?.staying.toString()).toContain(`content-length: ${messages[2]?.body?.length}`);
  });

  test('take rows in turn, and escape what would leave its place', () => {
    const data = { format: 'json', text: JSON.stringify([{ v: 'a b/c?' }, { v: 'x\r\nevil: 1' }]) } as const;
    const source = sourceOf({ url: 'http://h/{{row.v}}', headers: { 'X-V': '{{row.v}}' }, body: '{{row.v}}' }, { data });
    const [first, second, third] = [source.next(), source.next(), source.next()];
    expect([first.path, second.path, third.path]).toEqual(['/a%20b%2Fc%3F', '/x%0D%0Aevil%3A%201', '/a%20b%2Fc%3F']);
    expect(second.headers.at(-1)).toBe('x??evil: 1');
    expect(second.staying.toString('latin1').split('\r\n\r\n')[0]).not.toMatch(/^evil/m);
    expect(second.body?.toString()).toBe('x\r\nevil: 1');
    expect(source.most).toBe(Number.POSITIVE_INFINITY);
    expect(sourceOf({}, { data: { ...data, order: 'once' } }).most).toBe(2);
  });

  test('take random rows when asked to', () => {
    const data = { format: 'csv', text: 'n\n1\n2\n3\n', order: 'random' } as const;
    const source = sourceOf({ body: '{{row.n}}' }, { data });
    const seen = Array.from({ length: 300 }, () => source.next().body?.toString());
    for (const n of ['1', '2', '3']) expect(seen.filter((row) => row === n).length).toBeGreaterThan(60);
  });
});
