/**
 * The judge of limits against planted ones: right, or *not known*, never wrong. A handful in every run of the tests; all of them with both
 * clients, open and closed, idle and beside two busy loops by `npm run proof`, alone on the machine. PLIMSOLL_LIMITS (a pattern for lines
 * of the table, as `pool of 4, wire, open, idle`) chooses a part; PLIMSOLL_LIMITS_TABLE names a file that gets each line.
 */
import { appendFileSync } from 'node:fs';
import type { RunLimit } from '@plimsoll/contracts/limit';
import { afterAll, describe, expect, test } from 'vitest';
import { hasTaskset } from './hindrances.ts';
import { type LimitCase, limitCases } from './limit-cases.ts';
import { type LimitRun, makeLimitRun } from './limit-run.ts';

const full = process.env.PLIMSOLL_PROOF === 'full';
const chosen = new RegExp(process.env.PLIMSOLL_LIMITS ?? '');
/** Quick, and the same on a machine that other tests keep busy. */
const handful = [
  'slow, few connections, undici, open',
  'hangs always, undici, open',
  'hangs always, wire, closed',
  'limits to 100/s, wire, open',
  'pool of 4, undici, closed',
  'one core full, 20 ms each, wire, closed',
].map((name) => `${name}, idle`);

type Verdict = 'right' | 'unknown' | 'wrong';
const lines: { readonly line: string; readonly beside: LimitRun['beside']; readonly verdict: Verdict }[] = [];

const besides: readonly LimitRun['beside'][] = ['idle', 'busy loops'];
const clients: readonly LimitRun['client'][] = ['undici', 'wire'];
const models: readonly LimitRun['model'][] = ['open', 'closed'];
const rows = besides.flatMap((beside) =>
  limitCases.flatMap((planted) => clients.flatMap((client) => models.map((model) => ({ planted, run: { client, model, beside } })))),
);
/** Neither side needs the processor in such a load: a few are made at once, but in the proof. */
const waits = ({ target }: LimitCase) => !full && ['slow', 'hanging', 'limited'].includes(target.kind);
const nameOf = (planted: LimitCase, { client, model, beside }: LimitRun) => `${planted.name}, ${client}, ${model}, ${beside}`;

function truthOf({ truth, besideLoops }: LimitCase, { model, beside }: LimitRun): readonly RunLimit[] {
  return (beside === 'busy loops' ? besideLoops?.[model] : undefined) ?? truth[model];
}

function judge(limit: RunLimit | null, truth: readonly RunLimit[]): Verdict {
  if (limit === null || limit === 'unknown') return 'unknown';
  return truth.includes(limit) ? 'right' : 'wrong';
}

describe.skipIf(process.platform !== 'linux')('planted limits', () => {
  for (const { planted, run } of rows) {
    const name = nameOf(planted, run);
    if (full ? !chosen.test(name) : !handful.includes(name)) continue;
    test.skipIf(planted.hinder?.generatorLoops !== undefined && !hasTaskset)(
      `${name}: is named rightly or not at all`,
      { concurrent: waits(planted), timeout: 60_000 },
      async () => {
        const truth = truthOf(planted, run);
        const { validity, samples, resources } = await makeLimitRun(planted, run);
        const verdict = judge(validity.limit, truth);
        const line = `${verdict.padEnd(7)} ${name}: ${validity.limit} (${truth.join(' or ')})`;
        lines.push({ line, beside: run.beside, verdict });
        const seen = samples.map((one) => ({
          second: `${one.second}: ${one.planned}/${one.sent}/${one.done}+${one.failed}`,
          slots: `${one.blocked} ${one.slots} ${Math.round(one.busySlotMs)}/${Math.round(one.lengthMs)}`,
          generator: one.generator,
          target: resources.points.find(({ second }) => second === one.second),
        }));
        const told = JSON.stringify({ line, evidence: validity.evidence, reasons: validity.reasons, seen });
        const file = process.env.PLIMSOLL_LIMITS_TABLE;
        if (file) appendFileSync(file, `${told}\n`);
        expect(verdict, told).not.toBe('wrong');
        if (!full) expect(verdict, told).toBe('right');
      },
    );
  }

  afterAll(() => {
    if (!full) return;
    const count = (beside: LimitRun['beside'], verdict: Verdict) =>
      lines.filter((one) => one.beside === beside && one.verdict === verdict).length;
    const sums = besides.map(
      (beside) => `${beside}: ${count(beside, 'right')} right, ${count(beside, 'unknown')} not known, ${count(beside, 'wrong')} wrong`,
    );
    process.stdout.write(`\n${[...lines.map(({ line }) => line), ...sums].join('\n')}\n`);
  });
});
