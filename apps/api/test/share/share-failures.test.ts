/** Links to runs that failed and to what cannot be compared: page, picture, embed and badge say so, and show no figure that was not measured. */
import { api } from '@plimsoll/contracts/paths';
import type { Sample } from '@plimsoll/contracts/sample';
import { sharedSchema } from '@plimsoll/contracts/share';
import { unjudged } from '@plimsoll/contracts/validity';
import { beforeAll, expect, it } from 'vitest';
import { previewSvg } from '../../src/share/picture/preview-svg.ts';
import { useApi } from '../support/scene.ts';
import { complete, finishedRun, launch, planInput, sampleAt, timesAround } from '../support/stored-runs.ts';
import { putWebPage } from '../support/test-api.ts';
import { share } from './shares.ts';

const { test, boss } = useApi();
beforeAll(async () => {
  putWebPage(test, '<!doctype html><html lang="en"><head><title>Plimsoll</title></head><body><div id="root"></div></body></html>');
});

const load = { model: 'open' as const, rate: 100, duration: '20s' };

/** The content of a link, figures with plain spaces. */
async function shown(body: { runId?: string; comparisonId?: string }) {
  const { token } = await share(boss, body);
  const look = async (path: string) => (await test.anonymous('GET', path)).text.replaceAll('\u00a0', ' ');
  const { content } = sharedSchema.parse((await test.anonymous('GET', api.shared(token))).body);
  const badge = /<title>(.*)<\/title>/.exec(await look(`/s/${token}/badge.svg`))?.[1];
  return {
    page: await look(`/s/${token}`),
    embed: await look(`/s/${token}/embed`),
    badge,
    picture: previewSvg(content).replaceAll('\u00a0', ' '),
  };
}

async function made(name: string, each: (second: number) => Sample, unfit?: string): Promise<string> {
  const run = await launch(boss, planInput({ name, load }));
  const samples = Array.from({ length: 20 }, (_, second) => each(second));
  await complete(test, run.id, samples, unfit === undefined ? undefined : { stamp: 'invalid', reasons: [unfit], ...unjudged });
  return run.id;
}

it('a run that nobody answered says so in each, once, with what to try', async () => {
  const refused = { planned: 100, sent: 100, failed: 100, outcomes: { connect_refused: 100 }, statuses: {} };
  const reason = 'Nothing was answered: all 2000 requests ended before they had a connection.';
  const runId = await made('refused', (second) => sampleAt(second, [], refused), reason);
  const { page, embed, badge, picture } = await shown({ runId });
  expect(page).toContain('<meta property="og:description" content="Nothing answered: connection refused. 2000 requests in 20 s.">');
  expect(page).toContain('</svg>Nothing answered: connection refused</span>');
  expect(page).toContain('Check that the target runs, and that its address and port are right.');
  expect(page).not.toContain(reason);
  for (const text of [page, embed]) expect(text).not.toMatch(/Throughput|>p99<|<td><b>–/);
  expect(embed).not.toContain('class="spark"');
  expect(badge).toBe('Plimsoll: nothing answered: connection refused, invalid');
  expect(picture).toContain('Nothing answered: connection refused.');
  expect(picture).toMatch(/Connection refused<\/text>/);
  expect(picture).not.toMatch(/p99|–/);
  expect((await boss<{ state: string }>('GET', api.run(runId))).body.state).toBe('completed');
});

it('where half failed, good answers lead', async () => {
  const half = { planned: 100, sent: 100, done: 48, failed: 52, outcomes: { response: 100 }, statuses: { '200': 48, '503': 52 } };
  const runId = await made('half', (second) => sampleAt(second, timesAround(10, second, 48), half));
  const { page, embed, badge, picture } = await shown({ runId });
  expect(page).toMatch(
    /og:description" content="52 % failed\. 48\/s OK, 52\/s failed \(HTTP 503\): 2000 requests in 20 s, p99 11(\.0)? ms\."/,
  );
  expect(page).toContain('</svg>52 % failed</span>');
  for (const text of [page, embed]) {
    expect(text).toMatch(/aria-label="OK">.*?>48<small>.*?52\/s failed.*?aria-label="p50"/);
    expect(text).not.toContain('aria-label="Throughput"');
  }
  expect(badge).toBe('Plimsoll: 48/s OK · 52 % failed, valid');
  for (const text of ['>Goodput<', '>48/s<', '>52 % failed<']) expect(picture).toContain(text);
});

it('what cannot be compared gets no verdict, in the headline or beside its figures', async () => {
  const base = await finishedRun(test, boss, { ms: 10 });
  const other = planInput({ target: { url: 'http://127.0.0.1:8787/other' }, load: { model: 'closed', connections: 20, duration: '20s' } });
  const candidate = await finishedRun(test, boss, { plan: other, ms: 20 });
  const kept = await boss<{ id: string; sentence: string }>('POST', api.comparisons, { base: [base.id], candidates: [[candidate.id]] });
  const sentence = 'Not comparable: requests and load differ.';
  expect(kept.body.sentence).toBe(sentence);
  const { page, embed, badge, picture } = await shown({ comparisonId: kept.body.id });
  for (const text of [page, embed]) expect(text).toContain(`<h1>${sentence}</h1>`);
  expect(page).toContain(`<meta property="og:description" content="${sentence}">`);
  expect(badge).toBe('Plimsoll: not comparable, valid');
  expect(picture).toContain('Not comparable');
  expect(picture).not.toContain('Worse');
  // The table still has each figure with its interval.
  for (const text of [page, embed]) {
    expect(text).toMatch(/<th scope="row" class="row-head name">p99 response time<\/th>.*?interval-text">[^<]*\d/);
    expect(text).not.toMatch(/Worse|Better|Undecided|No difference/);
  }
});
