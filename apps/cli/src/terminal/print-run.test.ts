import { Writable } from 'node:stream';
import type { RunLimit } from '@plimsoll/contracts/limit';
import type { Run } from '@plimsoll/contracts/run';
import { unjudged } from '@plimsoll/contracts/validity';
import { expect, test } from 'vitest';
import { planOfUrl } from '../result/read-plan.ts';
import { printRun } from './print-run.ts';
import { openScreen } from './screen.ts';

function printed(limit: RunLimit, client: 'undici' | 'wire', link: string | null): string {
  const written: string[] = [];
  const write = (chunk: Buffer, _: string, done: () => void) => {
    written.push(String(chunk));
    done();
  };
  const stream = () => Object.assign(new Writable({ write }), { columns: 80 });
  const { connection, ...plan } = planOfUrl('http://127.0.0.1:8080/');
  const validity = {
    ...unjudged,
    stamp: 'degraded',
    reasons: ['Late.'],
    findings: [{ kind: 'legacy', text: 'Late.' }, short],
    limit,
  } as const;
  const run = {
    plan: { ...plan, connection: { ...connection, client } },
    state: 'completed',
    summary: null,
    validity,
    thresholds: [],
    baseline: null,
  };
  printRun(openScreen({ out: stream(), err: stream(), env: {} }), { run: run as unknown as Run, link });
  return written.join('').replaceAll(/\s+/g, ' ');
}
const short = { kind: 'shortfall', share: 0.5, fromSecond: 0, toSecond: 4, sent: 10, planned: 20, strained: true } as const;

test('a run without a server is told what can be done about its generator here, not another generator', () => {
  expect(printed('generator', 'undici', null)).toMatch(/not the target: lower the load, give this machine less other work/);
  expect(printed('client', 'undici', null)).toContain('use the wire client');
  expect(printed('client', 'wire', null)).toMatch(/not the target: use more load threads \(PLIMSOLL_THREADS\), lower the load/);
  for (const limit of ['generator', 'client'] as const) {
    expect(printed(limit, 'undici', null)).not.toContain('another generator');
    expect(printed(limit, 'undici', 'https://a.example/runs/1')).toContain('another generator');
  }
  expect(printed('target', 'undici', null)).toContain('The target was the limit');
});
