import { type PlanInput, planSchema } from '@plimsoll/contracts/plan';
import { describe, expect, test } from 'vitest';
import { looseSlot } from '../../test/support/loose-slot.ts';
import { httpProtocol } from '../http/http-protocol.ts';
import { http1Connections } from '../http1/http1-protocol.ts';
import { seededRandom } from '../pace/seeded-random.ts';
import { compileRequests } from '../protocol/protocol.ts';
import { createScenario } from '../scenario/create-scenario.ts';

const url = 'http://127.0.0.1:8080/';

/** Messages of a plan with one target, as a request slot gets them. */
function messageSource(target: Partial<PlanInput['target']>, rest: Partial<PlanInput> = {}, partition = { index: 0, of: 1 }) {
  const load = { model: 'closed', connections: 1, requests: 1 } as const;
  const plan = planSchema.parse({ version: 1, name: 'x', load, target: { url, method: 'POST', ...target }, ...rest });
  const scenario = createScenario({
    plan,
    requests: compileRequests(httpProtocol(http1Connections), plan, 'r'),
    partition,
    random: seededRandom(1),
    wallMs: () => 1234,
  });
  const slot = looseSlot();
  const next = () => {
    scenario.begin(slot);
    return slot.message;
  };
  return { next, maxRequests: scenario.maxRequests };
}

describe('messages', () => {
  test('without templates are one message', () => {
    const source = messageSource({ body: '{"a":1}' });
    expect(source.next()).toBe(source.next());
    expect(source.next().http1KeepAlive.toString()).toMatch(
      /^POST \/ HTTP\/1\.1\r\nhost: 127\.0\.0\.1:8080\r\n.*content-length: 7\r\nconnection: keep-alive\r\n\r\n\{"a":1\}$/s,
    );
    expect(source.next().http1Close.toString()).toContain('connection: close\r\n');
    expect(messageSource({ bodyBytes: 5000 }).next().body?.length).toBe(5000);
  });

  test('are rendered anew for each request, numbered over all partitions', () => {
    const target = { url: 'http://h/u/{{seq}}/ü?at={{now}}#x', headers: { 'X-Id': 'id-{{uuid}}' }, body: '{{seq}} {{randomInt 1 3}}' };
    const partitions = [0, 1].map((index) => messageSource(target, {}, { index, of: 2 }));
    const messages = [partitions[0]?.next(), partitions[1]?.next(), partitions[0]?.next()];
    expect(messages.map((message) => message?.path)).toEqual([0, 1, 2].map((seq) => `/u/${seq}/%C3%BC?at=1234`));
    expect(messages[0]?.headers.at(-1)).toMatch(/^id-[0-9a-f-]{36}$/);
    for (const message of messages) expect(message?.body?.toString()).toMatch(/^\d [123]$/);
    expect(messages[2]?.http1KeepAlive.toString()).toContain(`content-length: ${messages[2]?.body?.length}`);
  });

  test('take rows in order, and escape what would change the structure', () => {
    const data = { format: 'json', text: JSON.stringify([{ v: 'a b/c?' }, { v: 'x\r\nevil: 1' }]) } as const;
    const source = messageSource({ url: 'http://h/{{row.v}}', headers: { 'X-V': '{{row.v}}' }, body: '{{row.v}}' }, { data });
    const [first, second, third] = [source.next(), source.next(), source.next()];
    expect([first.path, second.path, third.path]).toEqual(['/a%20b%2Fc%3F', '/x%0D%0Aevil%3A%201', '/a%20b%2Fc%3F']);
    expect(second.headers.at(-1)).toBe('x??evil: 1');
    expect(second.http1KeepAlive.toString('latin1').split('\r\n\r\n')[0]).not.toMatch(/^evil/m);
    expect(second.body?.toString()).toBe('x\r\nevil: 1');
    expect(source.maxRequests).toBe(Number.POSITIVE_INFINITY);
    expect(messageSource({}, { data: { ...data, order: 'once' } }).maxRequests).toBe(2);
  });

  test('say who they are: Basic and Bearer, rendered where they hold templates', () => {
    const authorization = (target: Partial<PlanInput['target']>, rest: Partial<PlanInput> = {}) => {
      const source = messageSource(target, rest);
      const [first, second] = [source.next(), source.next()];
      expect(first === second).toBe(rest.data === undefined);
      return second.headers.slice(-2);
    };
    // RFC 7617, section 2 and, for UTF-8, 2.1.
    expect(authorization({ auth: { basic: { username: 'Aladdin', password: 'open sesame' } } })).toEqual([
      'authorization',
      'Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==',
    ]);
    expect(authorization({ auth: { basic: { username: 'test', password: '123\u00a3' } } })[1]).toBe('Basic dGVzdDoxMjPCow==');
    expect(authorization({ auth: { bearer: 'abc.def' } })[1]).toBe('Bearer abc.def');
    const data = { format: 'csv', text: 'u,p\nAladdin,open sesame' } as const;
    const basic = { username: '{{row.u}}', password: '{{row.p}}' };
    expect(authorization({ auth: { basic } }, { data })[1]).toBe('Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==');
    expect(authorization({ auth: { bearer: '{{row.u}}' } }, { data })[1]).toBe('Bearer Aladdin');
  });

  test('two braces can be written, and cost no rendering', () => {
    const braces = '{{"{{"}}';
    const source = messageSource({ url: `http://h/a${braces}b?c=${braces}`, headers: { 'X-T': `${braces}x}}` }, body: `${braces} seq }}` });
    const message = source.next();
    expect(source.next()).toBe(message);
    expect([message.path, message.headers.at(-1), message.body?.toString()]).toEqual(['/a%7B%7Bb?c=%7B%7B', '{{x}}', '{{ seq }}']);
  });

  test('a body from a file is its bytes, whatever they look like', () => {
    const bytes = Buffer.from([0, 255, 128, ...Buffer.from('{{uuid}}'), 13, 10]);
    const source = messageSource({ bodyFile: { name: 'x.bin', base64: bytes.toString('base64') } });
    expect(source.next().body).toEqual(bytes);
    expect(source.next()).toBe(source.next());
  });

  test('half a surrogate pair in a row ends nothing', () => {
    const data = { format: 'json', text: '[{"v":"\\ud800"}]' } as const;
    expect(messageSource({ url: 'http://h/{{row.v}}' }, { data }).next().path).toBe('/%EF%BF%BD');
  });

  test('take random rows when asked to', () => {
    const data = { format: 'csv', text: 'n\n1\n2\n3\n', order: 'random' } as const;
    const source = messageSource({ body: '{{row.n}}' }, { data });
    const seen = Array.from({ length: 300 }, () => source.next().body?.toString());
    for (const n of ['1', '2', '3']) expect(seen.filter((row) => row === n).length).toBeGreaterThan(60);
  });
});
