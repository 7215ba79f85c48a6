import { Writable } from 'node:stream';
import type { RunLimit } from '@plimsoll/contracts/limit';
import type { Run } from '@plimsoll/contracts/run';
import { makeTimes } from '@plimsoll/contracts/sample';
import { unjudged } from '@plimsoll/contracts/validity';
import { expect, test } from 'vitest';
import { planOfUrl } from '../result/read-plan.ts';
import { printRun } from './print-run.ts';
import { openScreen, widthOf } from './screen.ts';

function printedRun(part: object, columns = 80, link: string | null = null): string[] {
  const written: string[] = [];
  const write = (chunk: Buffer, _: string, done: () => void) => {
    written.push(String(chunk).replaceAll(/[\u00a0\u202f]/g, ' '));
    done();
  };
  const stream = () => Object.assign(new Writable({ write }), { columns });
  const plan = planOfUrl('http://127.0.0.1:8080/');
  const run = { plan, state: 'completed', summary: null, validity: null, thresholds: [], baseline: null, ...part };
  printRun(openScreen({ out: stream(), err: stream(), env: {} }), { run: run as unknown as Run, link });
  return written.join('').split('\n');
}

function printed(limit: RunLimit, client: 'undici' | 'wire', link: string | null): string {
  const { connection, ...plan } = planOfUrl('http://127.0.0.1:8080/');
  const validity = {
    ...unjudged,
    stamp: 'degraded',
    reasons: ['Late.'],
    findings: [{ kind: 'legacy', text: 'Late.' }, short],
    limit,
  } as const;
  return printedRun({ plan: { ...plan, connection: { ...connection, client } }, validity }, 80, link)
    .join(' ')
    .replaceAll(/\s+/g, ' ');
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

test('the times, regions and thresholds of a run stand whole in a narrow terminal', () => {
  const times = { ...makeTimes({ count: 100, meanUs: 2_000_000, stddevUs: 0 }, (percentile) => percentile * 31_234), maxUs: 5_661_000 };
  const region = {
    label: 'eu-central-frankfurt',
    generators: 2,
    throughputPerSecond: 1234.5,
    errorRate: 0.125,
    stamp: 'valid',
    responseTime: times,
  };
  const summary = {
    requests: 1_234_567,
    sent: 1_234_567,
    failed: 0,
    outcomes: { response: 1_234_567 },
    statuses: {},
    errors: [],
    durationMs: 60_000,
    throughputPerSecond: 20_000,
    goodputPerSecond: 20_000,
    errorRate: 0,
    droppedShare: 0,
    responseTime: times,
    byRegion: [region],
  };
  const thresholds = [{ expression: 'p(99.9){the longest name of a request} < 5000ms', value: 3_120_000, passed: true }];
  for (const columns of [80, 60, 40]) {
    const lines = printedRun({ summary, thresholds }, columns);
    const tables = lines.filter((line) => !line.includes('{'));
    expect(Math.max(...tables.map(widthOf)), `${columns}\n${lines.join('\n')}`).toBeLessThanOrEqual(columns);
    for (const figure of ['p99.9', '5.66 s', 'eu-central-frankfurt', '12.5 %', '3.12 s', 'passed'])
      expect(lines.join(' ')).toContain(figure);
  }
});
