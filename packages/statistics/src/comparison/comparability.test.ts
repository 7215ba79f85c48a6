import type { PlanInput } from '@plimsoll/contracts/plan';
import type { Environment, Run } from '@plimsoll/contracts/run';
import { differenceText } from '@plimsoll/wording/field-name';
import { describe, expect, it } from 'vitest';
import { makePlan, makeRun, makeSample } from '../../test/support/simulated-run.ts';
import { summarise } from '../run/summary.ts';
import { judgeComparability } from './comparability.ts';

const environment: Environment = {
  worker: 'w1',
  hostname: 'h1',
  cpuModel: 'Xeon',
  cores: 4,
  memoryBytes: 8e9,
  kernel: '6.1',
  node: 'v24.21.0',
  client: 'undici 8.12.2',
  plimsoll: '0.2.0',
  threads: 2,
  protocol: 'http1',
  lineBitsPerSecond: null,
  latencyFloor: null,
};
const target = {
  url: 'http://127.0.0.1:8787/pay?apiKey=abc&size=1',
  method: 'POST' as const,
  headers: { authorization: 'Bearer one', accept: '*/*' },
  body: 'secret body 1',
};
const base = makeRun(1, { plan: makePlan({ target }), environment });
const other = (plan: Parameters<typeof makePlan>[0], change: Partial<Environment> = {}) =>
  makeRun(2, { plan: makePlan({ target, ...plan }), environment: { ...environment, ...change } });

describe('comparability', () => {
  it('calls the same plan on the same machine the same, whatever its name, tags, note and thresholds', () => {
    const same = judgeComparability(base, other({ name: 'x', tags: { a: 'b' }, note: 'n', thresholds: ['p(99) < 1s'] }, { worker: 'w2' }));
    expect(same.grade).toBe('same');
    expect(same.differences.map(({ field }) => field)).toEqual(['environment.worker']);
  });

  it('tells of a call or a socket that one plan lacks only what it says itself', () => {
    const call = { url: 'grpc://127.0.0.1:50051', grpc: { call: 'demo.Demo/Count', reflection: true, message: {} } };
    const socket = { url: 'ws://127.0.0.1:8787/', websocket: { messages: ['tick'], firstMessage: null } };
    const told = (one: Partial<PlanInput>) => {
      const { differences } = judgeComparability(base, makeRun(2, { plan: makePlan(one), environment }));
      return differences.map(({ field }) => field).filter((field) => /grpc|websocket/.test(field));
    };
    const inCall = { target: call, connection: { protocol: 'grpc' } } as const;
    expect(told(inCall)).toEqual(['target.grpc.call', 'target.grpc.reflection', 'target.grpc.message']);
    expect(told({ target: socket, connection: { protocol: 'websocket' } })).toEqual(['target.websocket.messages']);
    // Between two calls each is told.
    const gzip = { ...call, grpc: { ...call.grpc, gzip: true } };
    const plain = makeRun(1, { plan: makePlan(inCall), environment });
    const packed = makeRun(2, { plan: makePlan({ ...inCall, target: gzip }), environment });
    expect(judgeComparability(plain, packed).differences.map(({ field }) => field)).toEqual(['target.grpc.gzip']);
  });

  it('tells a setting that a call and a socket share once, with both its values', () => {
    const call = { url: 'grpc://127.0.0.1:50051', grpc: { call: 'demo.Demo/Count', reflection: true, messageInterval: '100ms' } };
    const socket = { url: 'ws://127.0.0.1:8787/', websocket: { messages: ['tick'], messageInterval: '1s' } };
    const { differences } = judgeComparability(
      makeRun(1, { plan: makePlan({ target: socket, connection: { protocol: 'websocket' } }), environment }),
      makeRun(2, { plan: makePlan({ target: call, connection: { protocol: 'grpc' } }), environment }),
    );
    const ofInterval = differences.filter(({ field }) => /messageInterval$/.test(field));
    expect(ofInterval).toEqual([{ field: 'target.websocket.messageInterval', base: '1s', candidate: '100ms', kind: 'plan' }]);
    expect(differences.map(({ field }) => field)).not.toContain('target.websocket.maxMessageBytes');
  });

  it('tells the length that a stopped load had, beside that of its plan', () => {
    const lasting = (duration: string) => makePlan({ load: { model: 'closed', connections: 2, duration } });
    const run = (id: number, duration: string, endReason: Run['endReason']) =>
      makeRun(id, { plan: lasting(duration), environment, endReason, summary: summarise([0, 1, 2].map((second) => makeSample(second))) });
    const told = (...runs: [Run, Run]) =>
      judgeComparability(...runs)
        .differences.map(differenceText)
        .map((text) => text.replaceAll('\u00a0', ' '));
    expect(told(run(1, '60s', 'stopped'), run(2, '3s', 'duration'))).toEqual(['Duration: 3 s of 1 min planned → 3 s']);
    expect(told(run(1, '60s', 'duration'), run(2, '3s', 'duration'))).toEqual(['Duration: 1 min → 3 s']);
  });

  it('tells a stream setting by setting, however its plan writes it', () => {
    const told = (one: PlanInput['target'], two: PlanInput['target']) => {
      const [first, second] = [one, two].map((target, id) => makeRun(id + 1, { plan: makePlan({ target }), environment }));
      return judgeComparability(first as Run, second as Run).differences.map(differenceText);
    };
    const url = 'http://127.0.0.1:8787/';
    expect(told({ url }, { url, stream: { as: 'sse' } })).toEqual(['Stream: none → Server-sent events']);
    expect(told({ url, stream: 'sse' }, { url, stream: { as: 'sse', doneAt: null, tokens: 'openai' } })).toEqual(['Tokens: none → openai']);
    const limited = { as: 'sse', tokens: { shape: 'openai', ttft: '500ms' } } as const;
    expect(told({ url, stream: limited }, { url, stream: { as: 'ndjson', tokens: 'openai', endAfter: { messages: 3 } } })).toEqual([
      'Stream: Server-sent events → Lines (JSON, text)',
      'Limit of TTFT: 500ms → none',
      'Messages to end after: none → 3',
    ]);
  });

  it('tells of data rows that one plan lacks, and of a load of another model, what goes not without saying', () => {
    const data = { format: 'csv', text: 'user\nann' } as const;
    const told = (one: Partial<PlanInput>, two: Partial<PlanInput>) =>
      judgeComparability(
        makeRun(1, { plan: makePlan(one), environment }),
        makeRun(2, { plan: makePlan(two), environment }),
      ).differences.map(({ field }) => field);
    expect(told({}, { data })).toEqual(['data.text']);
    expect(told({ data: { ...data, order: 'random' } }, {})).toEqual(['data.text', 'data.order']);
    expect(told({ data: { ...data, order: 'random' } }, { data })).toEqual(['data.order']);
    const open = { model: 'open', rate: 100, duration: '10s' } as const;
    expect(told({ load: open }, { load: { model: 'closed', connections: 8, duration: '10s' } })).toEqual([
      'load.model',
      'load.rate',
      'load.connections',
    ]);
    expect(told({ load: { ...open, seed: 2 } }, { load: open })).toEqual(['load.seed']);
  });

  it('shows the generator’s own floor where it moved by as much as the times would show, and doubts nothing for it alone', () => {
    const run = (p50Us: number, measuredUs: number) => ({
      ...base,
      environment: { ...environment, latencyFloor: { p50Us, p99Us: 900, ageSeconds: 0 } },
      summary: { responseTime: { p50Us: measuredUs } } as Run['summary'],
    });
    const moved = (from: number, to: number, measuredUs: number) => judgeComparability(run(from, measuredUs), run(to, measuredUs));
    expect(moved(100, 310, 20_000)).toMatchObject({
      grade: 'same',
      differences: [{ field: 'environment.latencyFloorUs', base: '100', candidate: '310', kind: 'environment' }],
    });
    // 190 µs are less than 1 % of 20 ms, and a fifth of the floor is its noise.
    expect(moved(100, 290, 20_000).differences).toEqual([]);
    expect(moved(1000, 1200, 2000).differences).toEqual([]);
    expect(moved(1000, 1300, 2000).differences).toHaveLength(1);
    expect(judgeComparability(base, run(900, 2000)).differences).toEqual([]);
    // Of several generators, the slowest counts.
    const second = { ...environment, shard: 1, latencyFloor: { p50Us: 700, p99Us: 900, ageSeconds: 0 } };
    const [difference] = judgeComparability(run(100, 2000), { ...run(100, 2000), generators: [second] }).differences;
    expect(difference).toMatchObject({ base: '100', candidate: '700' });
  });

  it('names the one setting that was varied', () => {
    const varied = judgeComparability(base, other({ connection: { keepAlive: false } }));
    expect(varied).toMatchObject({
      grade: 'differs_in_what_was_varied',
      differences: [{ field: 'connection.keepAlive', base: 'true', candidate: 'false', kind: 'plan' }],
      sentence: 'Comparable: only keep-alive differs.',
    });
    expect(judgeComparability(base, other({ load: { model: 'closed', connections: 20, duration: '30s' } })).grade).toBe(
      'differs_in_what_was_varied',
    );
  });

  it('counts the length of a load for no setting beside another', () => {
    const closes = (connections: number) =>
      judgeComparability(base, other({ connection: { keepAlive: false }, load: { model: 'closed', connections, duration: '1m' } }));
    expect(closes(10)).toMatchObject({
      grade: 'differs_in_what_was_varied',
      sentence: 'Comparable: only keep-alive and the load differ.',
    });
    expect(closes(20).grade).toBe('not_like_with_like');
  });

  it('does not call several settings, another machine or another runtime like with like', () => {
    expect(judgeComparability(base, other({ connection: { keepAlive: false }, timeout: '5s' })).grade).toBe('not_like_with_like');
    const machine = judgeComparability(base, other({}, { cpuModel: 'EPYC', node: 'v26.0.0' }));
    expect(machine.grade).toBe('not_like_with_like');
    expect(machine.sentence).toBe('Not comparable: the generator’s CPU and the generator’s Node.js version differ.');
  });

  it('names what an experiment varied as such, however much it is, and doubts only what differs beside it', () => {
    const settings = { connection: { keepAlive: false }, timeout: '5s' };
    const judged = (change: Partial<Environment>, unlikeTimes = false) => {
      const { grade, sentence } = judgeComparability(base, other(settings, change), { chosen: true, unlikeTimes });
      return [grade, sentence];
    };
    const varied = 'Varied: keep-alive and the timeout.';
    expect(judged({})).toEqual(['differs_in_what_was_varied', varied]);
    expect(judged({ client: 'undici 8.12.9' })).toEqual(['differs_in_what_was_varied', varied]);
    expect(judged({ cpuModel: 'EPYC' })).toEqual(['not_like_with_like', `${varied} Not comparable: the generator’s CPU differs.`]);
    expect(judged({}, true)).toEqual(['not_like_with_like', expect.stringMatching(`^${varied} Times are not compared: `)]);
    expect(judgeComparability(base, other({}), { chosen: true }).sentence).toBe('Comparable: same plan, same kind of generator.');
  });

  it('takes another release of the client in use for another runtime, and only shows another patch of it', () => {
    const patched = judgeComparability(base, other({}, { client: 'undici 8.12.9' }));
    expect(patched).toMatchObject({
      grade: 'differs_in_what_was_varied',
      sentence: 'Comparable: only the generator’s client version differs.',
    });
    expect(patched.differences).toEqual([
      { field: 'environment.client', base: 'undici 8.12.2', candidate: 'undici 8.12.9', kind: 'environment' },
    ]);
    for (const client of ['undici 8.13.0', 'undici 9.12.2', 'undici 8.1.2', 'undici 8.12'])
      expect([client, judgeComparability(base, other({}, { client })).grade]).toEqual([
        client,
        client === 'undici 8.12' ? 'differs_in_what_was_varied' : 'not_like_with_like',
      ]);
  });

  it('calls another client one setting, and does not doubt its name and version a second time', () => {
    const wired = judgeComparability(base, other({ connection: { client: 'wire' } }, { client: 'wire 0.2.0' }));
    expect(wired).toMatchObject({
      grade: 'differs_in_what_was_varied',
      differences: [{ field: 'connection.client', base: 'undici', candidate: 'wire', kind: 'plan' }],
      sentence: 'Comparable: only the HTTP client differs.',
    });
    const elsewhere = judgeComparability(base, other({ connection: { client: 'wire' } }, { client: 'wire 0.2.0', cpuModel: 'EPYC' }));
    expect(elsewhere.grade).toBe('not_like_with_like');
  });

  it("counts Plimsoll's own release only where both ran on the wire, and names it once", () => {
    expect(judgeComparability(base, other({}, { plimsoll: '0.3.0' })).grade).toBe('differs_in_what_was_varied');
    const wire = { connection: { client: 'wire' as const } };
    const on = (plimsoll: string) => other(wire, { plimsoll, client: `wire ${plimsoll}` });
    const release = judgeComparability(on('0.2.0'), on('0.3.0'));
    expect(release.differences.map(({ field }) => field)).toEqual(['environment.plimsoll']);
    expect(release.sentence).toBe('Not comparable: the generator’s Plimsoll version differs.');
    const patch = judgeComparability(on('0.2.0'), on('0.2.7'));
    expect([patch.grade, patch.differences.map(({ field }) => field)]).toEqual(['differs_in_what_was_varied', ['environment.plimsoll']]);
    // From the wire of one release to undici of another: the client was varied.
    expect(judgeComparability(on('0.1.0'), base)).toMatchObject({
      grade: 'differs_in_what_was_varied',
      differences: [{ field: 'connection.client' }, { field: 'environment.plimsoll' }],
    });
  });

  it('shows that secrets and bodies differ without showing them', () => {
    const changed = other({
      target: {
        ...target,
        url: 'http://127.0.0.1:8787/pay?apiKey=xyz&size=1',
        headers: { authorization: 'Bearer two', accept: '*/*' },
        body: 'secret body 2',
      },
    });
    const { differences } = judgeComparability(base, changed);
    expect(differences.map(({ field }) => field).sort()).toEqual(['target.body', 'target.headers.authorization', 'target.url']);
    const text = JSON.stringify(differences);
    for (const secret of ['Bearer', 'secret body', 'abc', 'xyz']) expect(text).not.toContain(secret);
    const body = differences.find(({ field }) => field === 'target.body');
    expect(body?.base).toMatch(/^13 characters, #[0-9a-f]{16}$/);
    expect(body?.base).not.toBe(body?.candidate);
  });

  it('says so when it is not known where a run was generated', () => {
    expect(judgeComparability(base, { ...other({}), environment: null }).sentence).toMatch(/not known for both/);
  });
});

describe('comparability of several requests', () => {
  const login = {
    name: 'login',
    url: 'http://127.0.0.1:8787/login?token=url-secret-1&size=1',
    method: 'POST' as const,
    headers: { 'x-api-key': 'header-secret-1', accept: '*/*' },
    auth: { basic: { username: 'alice', password: 'auth-secret-1' } },
    body: 'body-secret-1',
  };
  const upload = {
    name: 'a / upload',
    url: 'http://127.0.0.1:8787/upload',
    method: 'PUT' as const,
    auth: { bearer: 'auth-secret-2' },
    bodyFile: { name: 'photo.png', base64: btoa('file-secret-1') },
  };
  const planned = (requests: PlanInput['requests'], more: Partial<PlanInput> = {}) =>
    makeRun(2, { plan: makePlan({ target: null, requests, ...more }), environment });
  const several = planned([login, upload]);

  it('shows what differs request by request, and no secret, body or file of either plan', () => {
    const { differences, grade } = judgeComparability(
      several,
      planned([
        {
          ...login,
          url: 'http://127.0.0.1:8787/login?token=url-secret-2&size=2',
          headers: { 'x-api-key': 'header-secret-2', accept: '*/*' },
          auth: { bearer: 'auth-secret-3' },
          body: 'body-secret-2',
        },
        { ...upload, bodyFile: { name: 'photo.png', base64: btoa('file-secret-22') } },
      ]),
    );
    expect(grade).toBe('not_like_with_like');
    expect(differences.map(({ field }) => field)).toEqual([
      'requests[login].url',
      'requests[login].headers.x-api-key',
      'requests[login].auth',
      'requests[login].body',
      'requests[a / upload].bodyFile',
    ]);
    const text = JSON.stringify(differences);
    for (const secret of ['-secret-', btoa('file-secret-1'), btoa('file-secret-22')]) expect(text).not.toContain(secret);
    const of = (field: string) => differences.find((difference) => difference.field === field);
    expect(of('requests[login].url')?.candidate).toBe('http://127.0.0.1:8787/login?token=•••&size=2');
    expect(of('requests[login].auth')).toMatchObject({ base: 'basic alice:•••', candidate: 'bearer •••' });
    expect(of('requests[a / upload].bodyFile')?.base).toMatch(/^photo\.png, 13 bytes, #[0-9a-f]{16}$/);
    expect(of('requests[a / upload].bodyFile')?.candidate).toMatch(/^photo\.png, 14 bytes, /);
  });

  it('takes one field of several requests for one setting, and a request that came or went for another', () => {
    const moved = [login, upload].map((request) => ({ ...request, url: request.url.replace('8787', '9000') }));
    expect(judgeComparability(several, planned(moved))).toMatchObject({
      grade: 'differs_in_what_was_varied',
      sentence: 'Comparable: only the URL differs.',
    });
    expect(judgeComparability(several, planned([login, { ...upload, weight: 3 }])).sentence).toBe(
      'Comparable: only the weight of "a / upload" differs.',
    );
    const fewer = judgeComparability(several, planned([login]));
    expect(fewer).toMatchObject({ grade: 'differs_in_what_was_varied', sentence: 'Comparable: only requests differ.' });
    expect(fewer.differences).toEqual([
      { field: 'requests[a / upload]', base: 'PUT http://127.0.0.1:8787/upload', candidate: null, kind: 'plan' },
    ]);
    expect(judgeComparability(several, planned([upload, login])).differences).toEqual([
      { field: 'requests', base: 'login, a / upload', candidate: 'a / upload, login', kind: 'plan' },
    ]);
  });

  it('tells a plan of one target from one of several requests, and shows their order and number of generators', () => {
    const one = makeRun(1, { plan: makePlan(), environment });
    expect(judgeComparability(one, several).differences).toEqual([
      { field: 'target', base: 'GET http://127.0.0.1:8787/', candidate: null, kind: 'plan' },
      { field: 'requests[login]', base: null, candidate: 'POST http://127.0.0.1:8787/login?token=•••&size=1', kind: 'plan' },
      { field: 'requests[a / upload]', base: null, candidate: 'PUT http://127.0.0.1:8787/upload', kind: 'plan' },
    ]);
    const { differences } = judgeComparability(several, planned([login, upload], { requestOrder: 'sequence', generators: 2 }));
    expect(differences.map(({ field, base, candidate }) => [field, base, candidate])).toEqual([
      ['requestOrder', 'auto', 'sequence'],
      ['generators', '1', '2'],
    ]);
  });
});
