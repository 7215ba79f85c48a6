/** The answer of each experiment in the list of all. */
import { experimentListSchema } from '@plimsoll/contracts/experiment-list';
import { api } from '@plimsoll/contracts/paths';
import { expect, it } from 'vitest';
import { useApi } from '../support/scene.ts';
import { planInput } from '../support/stored-runs.ts';

const { test, boss } = useApi();

const delta = (metric: string, base: number | null, candidate: number | null, verdict: string) => {
  const change = base === null || candidate === null ? null : candidate - base;
  return {
    metric,
    base,
    candidate,
    delta: change,
    deltaRelative: change === null ? null : change / (base ?? 1),
    interval: null,
    verdict,
    reason: '',
  };
};
const compared = (variant: number, metrics: readonly object[]) => ({ variant, result: { candidates: [{ metrics }] } });

/** An experiment that is over, with findings as a worker keeps them. */
async function ended(kind: 'ab' | 'sweep', comparisons: readonly object[]): Promise<string> {
  const variants = ['raw', 'builder', 'ORM'].slice(0, comparisons.length + 1).map((name) => ({ name, plan: planInput() }));
  const { body, status, text } = await boss<{ id: string }>('POST', api.experiments, { kind, variants, repeats: 1 });
  expect(status, text).toBe(201);
  await test.context.db.query(`UPDATE experiments SET state = 'completed', ended_at = now(), result = $2 WHERE id = $1`, [
    body.id,
    { comparisons, noiseFloor: null, capacity: null, knee: null },
  ]);
  return body.id;
}

it('an A/B has the verdict that leads and the metric that moved most by it, a sweep the setting with the most good answers', async () => {
  const ab = await ended('ab', [
    compared(1, [delta('p50', 10, 11, 'worse'), delta('p99', 10, 15, 'worse'), delta('throughput', 100, 90, 'no_difference')]),
  ]);
  const undecided = await ended('ab', [compared(1, [delta('p99', 10, 15, 'not_enough_evidence')])]);
  const better = await ended('ab', [
    compared(1, [
      delta('throughput', 100, 100, 'no_difference'),
      delta('p50', 10, 8, 'better'),
      delta('p99', 10, 9, 'not_enough_evidence'),
    ]),
  ]);
  const sweep = await ended('sweep', [
    compared(1, [delta('goodput', 100, 180, 'better'), delta('throughput', 100, 900, 'better')]),
    compared(2, [delta('goodput', 100, 170, 'better')]),
  ]);
  const level = await ended('sweep', [
    compared(1, [delta('goodput', 100, 180, 'better')]),
    compared(2, [delta('goodput', 100, 175, 'better')]),
  ]);
  const unmeasured = await ended('sweep', [compared(1, [])]);
  const { body } = await boss('GET', api.experiments);
  const findings = new Map(experimentListSchema.parse(body).items.map(({ id, finding }) => [id, finding]));
  expect(findings.get(ab)).toMatchObject({ verdict: 'worse', leading: { metric: 'p99', delta: 5, deltaRelative: 0.5 }, best: null });
  expect(findings.get(better)).toMatchObject({ verdict: 'better', leading: { metric: 'p50', delta: -2 } });
  expect(findings.get(undecided)).toMatchObject({ verdict: 'not_enough_evidence', leading: null });
  expect(findings.get(sweep)).toMatchObject({ verdict: null, leading: null, best: { variant: 'builder', goodPerSecond: 180, alike: [] } });
  expect(findings.get(level)?.best).toEqual({ variant: 'builder', goodPerSecond: 180, alike: ['ORM'] });
  expect(findings.get(unmeasured)).toMatchObject({ verdict: null, best: null });
});

it('a search that nothing ended above its rate has found the least that the target carries', async () => {
  const searched = async (found: object) => {
    const id = await ended('ab', [compared(1, [])]);
    await test.context.db.query(
      `UPDATE experiments SET kind = 'capacity', result = result || jsonb_build_object('capacity', $2::jsonb) WHERE id = $1`,
      [id, JSON.stringify({ confirmed: true, interval: null, ...found })],
    );
    const { body } = await boss('GET', api.experiments);
    return experimentListSchema.parse(body).items.find((item) => item.id === id)?.finding;
  };
  expect(await searched({ rate: 200 })).toMatchObject({ rate: 200, confirmed: true, atLeast: true });
  expect(await searched({ rate: 200, interval: { low: 200, high: 210 } })).toMatchObject({ rate: 200, atLeast: false });
  expect(await searched({ rate: null, confirmed: false })).toMatchObject({ rate: null, atLeast: false });
});
