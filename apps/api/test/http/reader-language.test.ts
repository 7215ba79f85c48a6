/** Each request is answered in the language that its Accept-Language likes best, wherever the answer is made. */
import { api } from '@plimsoll/contracts/paths';
import { unjudged } from '@plimsoll/contracts/validity';
import { outsideWords, readPseudoLanguage } from '@plimsoll/testbed/pseudo-language';
import { addLanguage, type Catalogue, textOf } from '@plimsoll/wording/words';
import { expect, it } from 'vitest';
import { share } from '../share/shares.ts';
import { problemIn } from '../support/asking.ts';
import { useApi } from '../support/scene.ts';
import { sentencesIn } from '../support/sentences-in.ts';
import { complete, finishedRun, launch, planInput, sampleAt, timesAround } from '../support/stored-runs.ts';

// Before the API begins: its threads are told of it when they are made.
addLanguage('pseudo', await readPseudoLanguage(textOf<Catalogue>));
const { test, boss } = useApi();
const english = { 'accept-language': 'en-GB, fr;q=0.5' };
const pseudo = { 'accept-language': 'fr, pseudo;q=0.9, en;q=0.8' };

/** A run with doubts, and with errors for its story. */
async function doubtfulRun(): Promise<string> {
  const { id } = await launch(boss, planInput());
  const failing = { done: 0, failed: 50, statuses: { '503': 50 } };
  const samples = Array.from({ length: 20 }, (_, second) => sampleAt(second, timesAround(10, second), second > 10 ? failing : {}));
  await complete(test, id, samples, { stamp: 'degraded', reasons: [], ...unjudged, findings: [{ kind: 'other_work', share: 0.4 }] });
  return id;
}

/** The sentences of the same answer to both, at the same time. */
async function inBoth(path: string): Promise<{ readonly said: string[]; readonly foreign: string[] }> {
  const [own, other] = await Promise.all([english, pseudo].map((headers) => boss<unknown>('GET', path, undefined, headers)));
  expect([own?.status, other?.status], path).toEqual([200, 200]);
  return { said: sentencesIn(own?.body), foreign: sentencesIn(other?.body) };
}

it('a run, its list, its story, a comparison and a share are read in the language of who asks', async () => {
  const runId = await doubtfulRun();
  const slower = await finishedRun(test, boss, { ms: 20 });
  const { token } = await share(boss, { runId });
  const paths = [api.run(runId), api.runs, api.story(runId), api.comparison([runId], [slower.id]), api.shared(token)];
  for (const path of paths) {
    const { said, foreign } = await inBoth(path);
    expect(said.length, path).toBeGreaterThan(0);
    expect(said.join(), path).not.toContain('⟦');
    expect(foreign, path).toHaveLength(said.length);
    expect(foreign.map(outsideWords), path).toEqual(foreign.map(() => ''));
    for (const sentence of foreign) expect(sentence, path).toContain('⟦');
  }
});

it('an answer that is kept for one reader is not given to another', async () => {
  const runId = await doubtfulRun();
  const tagOf = async (headers: Record<string, string>) => (await boss('GET', api.story(runId), undefined, headers)).headers.etag;
  const tags = [await tagOf(english), await tagOf(pseudo), await tagOf(english)];
  expect(tags[0]).toBe(tags[2]);
  expect(tags[1]).not.toBe(tags[0]);
  const { token } = await share(boss, { runId });
  const badge = async (headers: Record<string, string>) => (await test.anonymous('GET', `/s/${token}/embed`, undefined, headers)).text;
  expect(await badge(pseudo)).toContain('<html lang="pseudo">');
  expect(await badge(pseudo)).toContain('⟦');
  expect(await badge(english)).not.toContain('⟦');
});

it('a refusal is said in the language of who is refused, with a body and without', async () => {
  const none = '00000000-0000-4000-8000-000000000000';
  expect(problemIn(await boss('GET', api.run(none), undefined, pseudo)).detail).toContain('⟦');
  const plan = planInput({ thresholds: ['p99 of nothing'] });
  expect(problemIn(await boss('POST', api.runs, { plan }, pseudo)).detail).toContain('⟦');
  expect(problemIn(await boss('POST', api.runs, { plan }, english)).detail).not.toContain('⟦');
});

it('a language that was chosen in the browser comes before the one that it asks for; pictures stay in English', async () => {
  const chosen = { ...english, cookie: 'plimsoll-language=zh' };
  const none = '00000000-0000-4000-8000-000000000000';
  const refused = await test.anonymous('GET', `/api/v1/shares/${none}`, undefined, chosen);
  expect(problemIn(refused).detail).toMatch(/\p{Script=Han}/u);
  const { token } = await share(boss, { runId: await doubtfulRun() });
  expect((await test.anonymous('GET', `/s/${token}/embed`, undefined, chosen)).text).toContain('<html lang="zh-Hans">');
  const badge = async (headers: Record<string, string>) => (await test.anonymous('GET', `/s/${token}/badge.svg`, undefined, headers)).text;
  expect(await badge(chosen)).toBe(await badge(english));
});
