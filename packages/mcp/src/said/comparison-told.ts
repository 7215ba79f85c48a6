/** A comparison as tools tell it: each change with its interval and its verdict, and undecided where there is none. */
import { isTold } from '@plimsoll/contracts/compared-metric';
import { type Arm, type Candidate, type ComparisonResult, isComparable } from '@plimsoll/contracts/comparison';
import { worstValidity } from '@plimsoll/contracts/validity';
import { isOpen, type MetricDelta, verdictSchema, worstVerdict } from '@plimsoll/contracts/verdict';
import { shortMetric } from '@plimsoll/wording/arm-words';
import { commandWords } from '@plimsoll/wording/command-words';
import { validityWords, verdictWords } from '@plimsoll/wording/en/names';
import { mcpWords } from '@plimsoll/wording/mcp-words';
import { metricChange, metricColumn, metricInterval } from '@plimsoll/wording/metric-figures';
import { formatLeastChange } from '@plimsoll/wording/share';
import { z } from 'zod';
import { plain, quoted } from './quoted.ts';
import { runNumber } from './run-told.ts';

const { answer: words } = mcpWords;
const number = z.number().nullable();

const toldArmSchema = z.array(z.object({ id: z.string(), number, name: z.string(), stamp: z.string().nullable() }));
const intervalSchema = z.object({ low: z.number(), high: z.number() });
const toldMetricSchema = z.object({
  metric: z.string(),
  base: number,
  candidate: number,
  changeRelative: number.describe('of the base; of a share the difference'),
  interval: intervalSchema.nullable().describe('95 % interval of changeRelative'),
  verdict: verdictSchema.describe('of the services that ran'),
  builds: z
    .object({ verdict: verdictSchema, interval: intervalSchema.nullable() })
    .nullable()
    .describe('of their builds, each started anew several times; null: nothing is known of them'),
  reason: z.string(),
});
export const toldComparisonSchema = z.object({
  base: toldArmSchema,
  candidates: z.array(
    z.object({
      runs: toldArmSchema,
      verdict: verdictSchema.describe('the worst of the headline metrics'),
      decided: z.boolean().describe('false: say neither better nor worse'),
      sentence: z.string(),
      likeWithLike: z.boolean(),
      comparability: z.string(),
      metrics: z.array(toldMetricSchema),
      newErrors: z.array(z.object({ kind: z.string(), count: z.number() })),
    }),
  ),
  noiseFloor: number.describe('the smallest relative change that this setup can see'),
  minimumEffect: z.number().describe('a relative change that lies wholly within it, up or down, is no difference'),
});
type ToldComparison = z.infer<typeof toldComparisonSchema>;

const toldArm = ({ runs }: Arm) =>
  runs.map(({ id, number: counted, name, validity }) => ({ id, number: counted, name: plain(name), stamp: validity?.stamp ?? null }));

export function toldComparison({ base, candidates, noiseFloor, minimumEffect }: ComparisonResult): ToldComparison {
  return { base: toldArm(base), candidates: candidates.map(toldCandidate), noiseFloor, minimumEffect };
}

/** Between arms that cannot be compared no verdict is told. */
function toldMetrics(candidate: Candidate): readonly MetricDelta[] {
  if (isComparable(candidate)) return candidate.metrics;
  const verdict = 'not_enough_evidence';
  return candidate.metrics.map((one) => ({
    ...one,
    verdict,
    reason: candidate.comparability.sentence,
    ...(one.claims && {
      claims: { services: { ...one.claims.services, verdict }, builds: one.claims.builds && { ...one.claims.builds, verdict } },
    }),
  }));
}

function toldCandidate(candidate: Candidate): ToldComparison['candidates'][number] {
  const metrics = toldMetrics(candidate);
  const verdict = worstVerdict(metrics);
  return {
    runs: toldArm(candidate),
    verdict,
    decided: !isOpen(verdict),
    sentence: plain(candidate.sentence),
    likeWithLike: candidate.comparability.grade !== 'not_like_with_like',
    comparability: plain(candidate.comparability.sentence),
    metrics: metrics.map((one) => ({
      metric: one.metric,
      base: one.base,
      candidate: one.candidate,
      changeRelative: one.deltaRelative,
      interval: servicesInterval(one),
      verdict: one.verdict,
      builds: one.claims?.builds ?? null,
      reason: plain(one.reason),
    })),
    newErrors: candidate.errors
      .filter(({ change }) => change === 'new')
      .map(({ kind, candidate: count }) => ({ kind: plain(kind), count })),
  };
}

export function comparisonText({ base, candidates, noiseFloor, minimumEffect }: ComparisonResult): string {
  return [
    words.baseRuns({ runs: armText(base) }),
    ...candidates.flatMap((one, at) => candidateLines(one, at)),
    ...stampLines([base, ...candidates]),
    noiseFloor === null ? words.noNoiseFloor : words.noiseFloor({ share: formatLeastChange(noiseFloor) }),
    words.least({ share: formatLeastChange(minimumEffect) }),
  ].join('\n');
}

function candidateLines(candidate: Candidate, at: number): string[] {
  const metrics = toldMetrics(candidate);
  const verdict = worstVerdict(metrics);
  const main = metrics.filter(({ metric }) => isTold(metric));
  const figure = metricColumn(main);
  const unlike = candidate.comparability.grade === 'not_like_with_like';
  return [
    words.candidate({ number: String(at + 1), runs: armText(candidate) }),
    ...(unlike ? [words.notAlike({ sentence: quoted(candidate.comparability.sentence) })] : []),
    // Where nobody chose what differs, its sentence is that they cannot be compared.
    ...(unlike && !candidate.code?.chosen ? [] : [quoted(candidate.sentence)]),
    isOpen(verdict) ? words.undecided : words.overall({ verdict: verdictWords[verdict] }),
    ...main.map((delta) => metricLine(delta, figure)),
  ];
}

function metricLine(delta: MetricDelta, figure: ReturnType<typeof metricColumn>): string {
  const line = words.metric({
    metric: shortMetric(delta),
    base: figure(delta.metric, delta.base),
    candidate: figure(delta.metric, delta.candidate),
    change: metricChange(delta),
    interval: metricInterval({ ...delta, interval: servicesInterval(delta) }) ?? words.noInterval,
    verdict: verdictWords[delta.verdict],
  });
  const builds = delta.claims?.builds;
  if (!builds) return line;
  const interval = metricInterval({ ...delta, interval: builds.interval }) ?? words.noInterval;
  return `${line} ${words.builds({ interval, verdict: verdictWords[builds.verdict] })}`;
}

/** Where both ran at once the verdict is read from this one, which holds for all metrics and looks together. */
function servicesInterval({ claims, interval }: MetricDelta): MetricDelta['interval'] {
  return claims?.services.interval ?? interval;
}

function stampLines(arms: readonly Arm[]): string[] {
  const stamp = worstValidity(arms.flatMap(({ runs }) => runs.map(({ validity }) => validity)));
  return stamp ? [`${commandWords.result.validity}: ${validityWords[stamp.stamp]}. ${stamp.reasons.map(quoted).join(' ')}`.trimEnd()] : [];
}

const armText = ({ runs }: Arm) => runs.map((run) => `${runNumber(run) || run.id} ${quoted(run.name)}`).join(', ');
