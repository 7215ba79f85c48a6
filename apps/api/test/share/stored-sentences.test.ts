/** A share is frozen as codes with their figures: who reads its link in another language finds no English in its sentences. */
import type { Comparison, ComparisonResult } from '@plimsoll/contracts/comparison';
import type { Experiment } from '@plimsoll/contracts/experiment';
import { api } from '@plimsoll/contracts/paths';
import { unjudged } from '@plimsoll/contracts/validity';
import { peekShare } from '@plimsoll/store/shares';
import { outsideWords, readPseudoLanguage } from '@plimsoll/testbed/pseudo-language';
import { addLanguage, type Catalogue, speakTo, textOf } from '@plimsoll/wording/words';
import { afterEach, expect, it } from 'vitest';
import { hashOfLinkToken } from '../../src/http/link-token.ts';
import { useApi } from '../support/scene.ts';
import { sentencesIn } from '../support/sentences-in.ts';
import { complete, finishedRun, launch, planInput, sampleAt, timesAround } from '../support/stored-runs.ts';
import { share } from './shares.ts';

const { test, boss } = useApi();
addLanguage('pseudo', await readPseudoLanguage(textOf<Catalogue>));
afterEach(() => speakTo(() => 'en'));

/** A load that grows beyond what its target carries. */
async function overloadedRun(): Promise<string> {
  const { id } = await launch(boss, planInput({ load: { model: 'open', startRate: 1, stages: [{ to: 200, over: '40s' }] } }));
  const samples = Array.from({ length: 40 }, (_, second) =>
    sampleAt(second, timesAround(second < 20 ? 10 : 500, second, Math.min(100, 5 * second)), {
      planned: 5 * second,
      slots: 10,
      busySlotMs: 10_000,
    }),
  );
  await complete(test, id, samples, { stamp: 'degraded', reasons: [], ...unjudged, findings: [{ kind: 'other_work', share: 0.4 }] });
  return id;
}

async function experimentOf(base: string, candidate: string): Promise<string> {
  const variants = ['raw', 'ORM'].map((name, at) => ({ name, plan: planInput({ name, connection: { keepAlive: at === 0 } }) }));
  const { body: made } = await boss<Experiment>('POST', api.experiments, { variants });
  const { body: compared } = await boss<ComparisonResult>('GET', api.comparison([base], [candidate]));
  const result = { comparisons: [{ variant: 1, result: compared }], noiseFloor: null, capacity: null, knee: null };
  const remarks = [{ kind: 'variants', runs: 2, undecided: true }];
  await test.context.db.query(`UPDATE experiments SET state = 'completed', ended_at = now(), result = $2, remarks = $3 WHERE id = $1`, [
    made.id,
    JSON.stringify(result),
    JSON.stringify(remarks),
  ]);
  return made.id;
}

it('a run, a comparison and an experiment are shared without a sentence, and read in the language of who reads', async () => {
  const runId = await overloadedRun();
  const [base, candidate] = [await finishedRun(test, boss), await finishedRun(test, boss, { ms: 20 })];
  const { body: kept } = await boss<Comparison>('POST', api.comparisons, { base: [base.id], candidates: [[candidate.id]] });
  const experimentId = await experimentOf(base.id, candidate.id);
  for (const what of [{ runId }, { comparisonId: kept.id }, { experimentId }]) {
    const { id, token } = await share(boss, what);
    const { rows } = await test.context.db.query('SELECT content FROM shares WHERE id = $1', [id]);
    expect(sentencesIn(rows)).toEqual([]);
    const hash = hashOfLinkToken(token);
    const english = await peekShare(test.context.db, hash);
    expect(sentencesIn(english).length).toBeGreaterThan(2);
    speakTo(() => 'pseudo');
    const foreign = sentencesIn(await peekShare(test.context.db, hash));
    expect(foreign).toHaveLength(sentencesIn(english).length);
    for (const sentence of foreign) {
      expect(sentence).toContain('⟦');
      expect(outsideWords(sentence)).toBe('');
    }
    speakTo(() => 'en');
  }
});
