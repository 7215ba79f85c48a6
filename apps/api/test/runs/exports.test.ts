/** Files of runs and comparisons: the report that opens offline, the comparison as CSV, the HdrHistogram log. */
import type { ComparisonResult } from '@plimsoll/contracts/comparison';
import { api } from '@plimsoll/contracts/paths';
import { noResourceFigures } from '@plimsoll/contracts/resources';
import type { Run } from '@plimsoll/contracts/run';
import type { Story } from '@plimsoll/contracts/story';
import { unjudged } from '@plimsoll/contracts/validity';
import { appendResources } from '@plimsoll/store/resources';
import { formatPlain } from '@plimsoll/wording/number';
import { runSentence } from '@plimsoll/wording/run-sentence';
import { formatUs } from '@plimsoll/wording/time';
import { beforeAll, describe, expect, it } from 'vitest';
import { problemIn } from '../support/asking.ts';
import { otherTeam } from '../support/people.ts';
import { useApi } from '../support/scene.ts';
import { complete, launch, makeRequestSample, planInput, sampleAt, timesAround } from '../support/stored-runs.ts';

const { test, boss } = useApi();
const secrets = ['canary-header', 'canary-body', 'canary-note', 'canary-query', 'canary-example', 'generator-host.internal'];
const names = ['pay', 'a / cart'];
const degraded = { stamp: 'degraded' as const, reasons: ['The generator was late by 7 ms.'], ...unjudged, limit: 'target' as const };

/** 24 seconds in two stages; from second 6 on a fifth of 60 is refused with a 503. */
async function loaded(name: string, ms: number): Promise<Run> {
  const target = { method: 'POST' as const, headers: { Authorization: 'Bearer canary-header' }, body: 'canary-body' };
  const plan = planInput({
    name,
    target: null,
    requests: names.map((one) => ({ ...target, name: one, url: 'http://127.0.0.1:8787/pay?q=canary-query' })),
    load: { model: 'open', startRate: 0, stages: ['12s', '12s'].map((over) => ({ to: 60, over })), maxConnections: 10 },
    thresholds: ['p(99) < 250ms'],
  });
  const run = await launch(boss, plan, { note: 'canary-note' });
  const bad = { outcome: 'response' as const, status: 503, message: 'canary-example', body: 'canary-example', second: 6, request: null };
  const samples = Array.from({ length: 24 }, (_, second) => {
    const failed = second < 6 ? 0 : 10;
    const sample = sampleAt(second, timesAround(ms, second, 60 - failed), {
      planned: 60,
      sent: 60,
      failed,
      failedTimeUs: failed * 200,
      outcomes: { response: 60 },
      statuses: { '200': 60 - failed, ...(failed > 0 ? { '503': failed } : {}) },
      errors: second === 6 ? [bad] : [],
    });
    return { ...sample, byRequest: names.map((one) => makeRequestSample(one, sample)) };
  });
  await complete(test, run.id, samples, degraded);
  const points = samples.map(({ second }) => ({ second, figures: { ...noResourceFigures, cpu: (second + 1) / 32 } }));
  const source = { name: 'internal-source-name', kind: 'process' as const, cores: 2, quotaCores: null, problem: null };
  expect(await appendResources(test.context.db, { runId: run.id, attempt: 1 }, source, points)).toBe(true);
  return (await boss<Run>('GET', api.run(run.id))).body;
}

let [base, candidate]: Run[] = [];
beforeAll(async () => {
  base = await loaded('<b>base</b> & build', 10);
  candidate = await loaded('new "build"', 20);
});
const report = async (path: string) => {
  const { status, text, headers } = await boss('GET', path);
  expect(status, text).toBe(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['content-disposition']).toMatch(/^attachment; filename="[-a-z0-9]+\.html"$/);
  // Nothing in it runs, and nothing in it can ask for anything.
  expect(text).not.toMatch(/<(script|link|img|iframe|object|embed|base|form)|\s(src|href|srcset|action|on\w+)=|url\(|@import/i);
  for (const secret of secrets) expect(text).not.toContain(secret);
  return text;
};

describe('the report of a run', () => {
  it('says what the run says, figure by figure, with its stamp and why', async () => {
    const run = base as Run;
    const text = await report(api.exported(run.id, 'html'));
    const story = (await boss<Story>('GET', api.story(run.id))).body;
    const { responseTime, failedTime } = run.summary ?? {};
    // Whatever a cell looks like.
    const written = text.replaceAll('\u00a0', ' ').replace(/<(t[dh]|h2)( [^>]*)>/g, '<$1>');
    const wanted = [
      '<title>&lt;b&gt;base&lt;/b&gt; &amp; build · Plimsoll</title>',
      runSentence(run),
      'Degraded',
      ...degraded.reasons,
      ...story.findings.map(({ text: sentence }) => sentence),
      // Each status, each error, each threshold, each stage, the target's CPU, versions, the plan.
      '<th>503</th><td>180</td>',
      '<h2>HTTP 503</h2>',
      'p(99) &lt; 250ms',
      '<th>~60</th>',
      '<th>60</th>',
      'CPU of the target at most 75 %',
      'undici 8.12.4',
      'http://127.0.0.1:8787/pay?q=•••',
      '<th>load.maxConnections</th><td>10</td>',
      `<td>${formatUs(responseTime?.p99Us)}</td>`,
      formatUs(failedTime?.p50Us),
    ].map((told) => told.replaceAll('\u00a0', ' '));
    // The page itself is too long to be shown where it lacks something.
    expect(wanted.filter((told) => !written.includes(told))).toEqual([]);
    expect(written).not.toContain('internal-source-name');
    expect(text.match(/<figure class="chart"/g)).toHaveLength(3);
  });

  it('draws every second where it was: planned, sent, ok, failed and the CPU', async () => {
    const text = await report(api.exported((base as Run).id, 'html'));
    const line = (look: string) => {
      const [, d = ''] = new RegExp(`<path class="line ${look}" d="([^"]*)"`).exec(text) ?? [];
      return d
        .split(/[ML]/)
        .slice(1)
        .map((at) => at.split(' ').map(Number));
    };
    // The axis ends at a round figure above the most, 60; a drawing is 1000 wide and 240 high, over seconds 0 to 23.
    const top = Number(/<div class="axis">.*?<span style="bottom:100%">([^<]*)<\/span>/.exec(text)?.[1]);
    expect(formatPlain(top)).toBe(String(top));
    const expected = (each: (second: number) => number) =>
      Array.from({ length: 24 }, (_, second) => [expect.closeTo((1000 * second) / 23, 1), expect.closeTo(240 * (1 - each(second)), 1)]);
    expect(line('sent')).toEqual(expected(() => 60 / top));
    expect(line('done')).toEqual(expected((second) => (second < 6 ? 60 : 50) / top));
    expect(line('failed')).toEqual(expected((second) => (second < 6 ? 0 : 10) / top));
    expect(line('cpu')).toEqual(expected((second) => (second + 1) / 32));
  });

  it("is there while the run goes on, and is nobody else's", async () => {
    const { id } = await launch(boss);
    expect(await report(api.exported(id, 'html'))).toContain('Queued');
    const others = await otherTeam(test);
    expect((await others('GET', api.exported((base as Run).id, 'html'))).status).toBe(404);
  });
});

describe('a comparison as a file', () => {
  const ids = () => [(base as Run).id, (candidate as Run).id] as const;
  const kept = async () => {
    const [one, other] = ids();
    return (await boss<{ id: string }>('POST', api.comparisons, { base: [one], candidates: [[other]] })).body.id;
  };

  it('is a report with every verdict and its interval, by URL and kept', async () => {
    const [one, other] = ids();
    const { sentence } = (await boss<ComparisonResult>('GET', api.comparison([one], [other]))).body;
    for (const path of [api.exportedComparison('html', [one], [other]), api.exportedStoredComparison(await kept(), 'html')]) {
      const text = await report(path);
      for (const told of [
        sentence.replaceAll('"', '&quot;'),
        '95 % interval',
        'p99 response time',
        'Degraded',
        ...degraded.reasons,
        'new &quot;build&quot;',
      ])
        expect(text).toContain(told);
      expect(text.match(/<svg [^>]*preserveAspectRatio="none" role="img"/g)).toHaveLength(3);
    }
  });

  it('is CSV with the figures of the answer, of the whole and of each request, by URL and kept', async () => {
    const [one, other] = ids();
    const { candidates } = (await boss<ComparisonResult>('GET', api.comparison([one], [other]))).body;
    const metrics = candidates.flatMap(({ metrics: whole, byRequest }) => [...whole, ...byRequest.flatMap((part) => part.metrics)]);
    for (const path of [api.exportedComparison('csv', [one], [other]), api.exportedStoredComparison(await kept(), 'csv')]) {
      const { text, headers } = await boss('GET', path);
      expect(headers['content-type']).toBe('text/csv; charset=utf-8');
      const [head, ...rows] = text.trimEnd().split('\r\n');
      expect(head).toMatch(/^Arm,Request,Metric,Unit,Base,Candidate,Difference,/);
      // Made by one region: the last column is empty.
      expect(rows.map((row) => row.split(',').slice(-2))).toEqual(metrics.map(() => [`${other}:degraded`, '']));
      const figures = rows.map((row) => row.split(','));
      expect(figures.map((cells) => cells.slice(2, 11).filter((_, at) => at !== 1))).toEqual(
        metrics.map(({ metric, base: from, candidate: to, delta, deltaRelative, interval, verdict }) =>
          [metric, from, to, delta, deltaRelative, interval?.low, interval?.high, verdict].map((cell) => String(cell ?? '')),
        ),
      );
    }
  });

  it('says what is wrong: no such comparison, a format that there is not, an arm against itself, a run that was deleted', async () => {
    const [one, other] = ids();
    expect((await boss('GET', api.exportedStoredComparison(one, 'csv'))).status).toBe(404);
    expect((await boss('GET', `${api.exportedComparison('csv', [one], [other])}x`)).status).toBe(404);
    expect((await boss('GET', api.exportedComparison('csv', [one], [other]).replace('csv', 'pdf'))).status).toBe(400);
    expect((await boss('GET', api.exportedComparison('html', [one], [one]))).status).toBe(400);
    const gone = await loaded('to be deleted', 10);
    const { id } = (await boss<{ id: string }>('POST', api.comparisons, { base: [one], candidates: [[gone.id]] })).body;
    expect((await boss('DELETE', api.run(gone.id))).status).toBe(204);
    expect(problemIn(await boss('GET', api.exportedStoredComparison(id, 'html')))).toMatchObject({ status: 409, code: 'conflict' });
    expect((await boss('GET', api.exportedStoredComparison(id, 'csv'))).status).toBe(200);
  });
});

describe('the percentile table', () => {
  it('has its stamp below it', async () => {
    const { text } = await boss('GET', api.exported((base as Run).id, 'hdr'));
    expect(text.trimEnd().split('\n').slice(-3)).toEqual([
      '#[Validity: degraded]',
      `#[Validity reason: ${degraded.reasons[0]}]`,
      '#[Limit: target]',
    ]);
  });
});

describe('the HdrHistogram log', () => {
  it('has a line for each second and tag, and its stamp above them', async () => {
    const { text, headers } = await boss('GET', api.exported((base as Run).id, 'hlog'));
    expect(headers['content-disposition']).toMatch(/\.hlog"$/);
    const lines = text.trimEnd().split('\n');
    expect(lines.slice(0, 3)).toEqual([
      '#[Histogram log format version 1.3]',
      `#[Plimsoll run ${base?.id}: <b>base</b> & build]`,
      '#[Validity: degraded]',
    ]);
    const tags = Map.groupBy(
      lines.filter((line) => !/^[#"]/.test(line)),
      (line) => /^Tag=([^,]*)/.exec(line)?.[1] ?? '',
    );
    expect([...tags.keys()].filter((tag) => /^(|responseTime.*)$/.test(tag))).toEqual(['', 'responseTime:pay', 'responseTime:a_/_cart']);
    for (const seconds of tags.values()) expect(seconds).toHaveLength(24);
  });
});
