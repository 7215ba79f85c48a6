/** A comparison is kept as codes with their figures: who reads it in another language finds no English in its sentences. */
import type { Comparison } from '@plimsoll/contracts/comparison';
import { api } from '@plimsoll/contracts/paths';
import { outsideWords, readPseudoLanguage } from '@plimsoll/testbed/pseudo-language';
import { addLanguage, type Catalogue, speakTo, textOf } from '@plimsoll/wording/words';
import { afterEach, expect, it } from 'vitest';
import { useApi } from '../support/scene.ts';
import { sentencesIn } from '../support/sentences-in.ts';
import { finishedRun, planInput } from '../support/stored-runs.ts';

const { test, boss } = useApi();
addLanguage('pseudo', await readPseudoLanguage(textOf<Catalogue>));
afterEach(() => speakTo(() => 'en'));

it.each([
  { name: 'a verdict', seconds: 20, ms: 20 },
  { name: 'what is undecided', seconds: 20, ms: 10 },
  { name: 'no verdict at all', seconds: 5, ms: 10 },
])('$name is stored without a sentence, and read in the language of who reads', async ({ seconds, ms }) => {
  const base = await finishedRun(test, boss);
  const candidate = await finishedRun(test, boss, { plan: planInput({ connection: { keepAlive: false } }), seconds, ms });
  const { body: kept } = await boss<Comparison>('POST', api.comparisons, { base: [base.id], candidates: [[candidate.id]] });
  expect(kept.sentence).toMatch(/^(Keep-alive off|Undecided|No verdict)/);
  const { rows } = await test.context.db.query('SELECT result FROM comparisons WHERE id = $1', [kept.id]);
  expect(sentencesIn(rows)).toEqual([]);
  expect((await boss<Comparison>('GET', api.storedComparison(kept.id))).body).toEqual(kept);
  speakTo(() => 'pseudo');
  const { body: foreign } = await boss<Comparison>('GET', api.storedComparison(kept.id));
  expect(sentencesIn(foreign)).toHaveLength(sentencesIn(kept).length);
  for (const sentence of sentencesIn(foreign)) {
    expect(sentence).toMatch(/^⟦/);
    expect(outsideWords(sentence)).toBe('');
  }
});

it('values that differ are told in the language of who reads, where they are told in words of ours', async () => {
  const target = { url: 'http://127.0.0.1:8787/', method: 'POST' as const };
  const base = await finishedRun(test, boss, { plan: planInput({ target }) });
  const candidate = await finishedRun(test, boss, { plan: planInput({ target: { ...target, body: 'twelve signs' } }) });
  const { body: kept } = await boss<Comparison>('POST', api.comparisons, { base: [base.id], candidates: [[candidate.id]] });
  const bodyOf = ({ candidates }: Comparison) =>
    candidates[0]?.comparability.differences.find(({ field }) => field === 'target.body') ?? { base: null, candidate: null };
  expect(bodyOf(kept)).toMatchObject({ base: 'none', candidate: expect.stringMatching(/^12 characters, #[0-9a-f]{16}$/) });
  const { rows } = await test.context.db.query('SELECT result FROM comparisons WHERE id = $1', [kept.id]);
  expect(bodyOf(rows[0]?.result)).toMatchObject({ base: '', candidate: '' });
  speakTo(() => 'pseudo');
  const foreign = bodyOf((await boss<Comparison>('GET', api.storedComparison(kept.id))).body);
  expect([foreign.base, foreign.candidate].map((value) => outsideWords(value ?? 'none'))).toEqual(['', '']);
});
