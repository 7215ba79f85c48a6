import type { Environment } from '@plimsoll/contracts/run';
import { describe, expect, it } from 'vitest';
import { planOf, runOf } from '../test/support/simulated-run.ts';
import { comparabilityOf } from './comparability.ts';

const environment: Environment = {
  worker: 'w1',
  hostname: 'h1',
  cpuModel: 'Xeon',
  cores: 4,
  memoryBytes: 8e9,
  kernel: '6.1',
  node: 'v24.21.0',
  undici: '8.12.2',
  plimsoll: '0.1.0',
  threads: 2,
};
const target = {
  url: 'http://127.0.0.1:8787/pay?apiKey=abc&size=1',
  method: 'POST' as const,
  headers: { authorization: 'Bearer one', accept: '*/*' },
  body: 'secret body 1',
};
const base = runOf(1, { plan: planOf({ target }), environment });
const other = (plan: Parameters<typeof planOf>[0], change: Partial<Environment> = {}) =>
  runOf(2, { plan: planOf({ target, ...plan }), environment: { ...environment, ...change } });

describe('comparability', () => {
  it('calls the same plan on the same machine the same, whatever its name, tags, note and thresholds', () => {
    const same = comparabilityOf(base, other({ name: 'x', tags: { a: 'b' }, note: 'n', thresholds: ['p(99) < 1s'] }, { worker: 'w2' }));
    expect(same.grade).toBe('same');
    expect(same.differences.map(({ field }) => field)).toEqual(['environment.worker']);
  });

  it('names the one setting that was varied', () => {
    const varied = comparabilityOf(base, other({ connection: { keepAlive: false } }));
    expect(varied).toEqual({
      grade: 'differs_in_what_was_varied',
      differences: [{ field: 'connection.keepAlive', base: 'true', candidate: 'false', kind: 'plan' }],
      sentence: 'The runs differ in connection.keepAlive only.',
    });
    expect(comparabilityOf(base, other({ load: { model: 'closed', connections: 20, duration: '30s' } })).grade).toBe(
      'differs_in_what_was_varied',
    );
  });

  it('does not call several settings, another machine or another runtime like with like', () => {
    expect(comparabilityOf(base, other({ connection: { keepAlive: false }, timeout: '5s' })).grade).toBe('not_like_with_like');
    const machine = comparabilityOf(base, other({}, { cpuModel: 'EPYC', node: 'v26.0.0' }));
    expect(machine.grade).toBe('not_like_with_like');
    expect(machine.sentence).toBe(
      "Not like with like: the runs differ in generator's cpuModel and generator's node, so a change cannot be put down to one of them.",
    );
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
    const { differences } = comparabilityOf(base, changed);
    expect(differences.map(({ field }) => field).sort()).toEqual(['target.body', 'target.headers.authorization', 'target.url']);
    const text = JSON.stringify(differences);
    for (const secret of ['Bearer', 'secret body', 'abc', 'xyz']) expect(text).not.toContain(secret);
    const body = differences.find(({ field }) => field === 'target.body');
    expect(body?.base).toMatch(/^13 characters, #[0-9a-f]{16}$/);
    expect(body?.base).not.toBe(body?.candidate);
  });

  it('says so when it is not known where a run was generated', () => {
    expect(comparabilityOf(base, { ...other({}), environment: null }).sentence).toMatch(/not known for both/);
  });
});
