import { NativeSelect } from '@mantine/core';
import { type ComparedMetric, rowOfMetric, trendMetrics } from '@plimsoll/contracts/compared-metric';
import type { StreamKinds } from '@plimsoll/contracts/streaming';
import type { Trend } from '@plimsoll/contracts/trend';
import { noiseSentence } from '@plimsoll/wording/arm-words';
import { formatDay, formatDayOfYear, formatHour, formatMoment } from '@plimsoll/wording/date';
import { trendWords } from '@plimsoll/wording/en/comparison';
import { baselineWords } from '@plimsoll/wording/en/experiment';
import { metricWords, verdictWords } from '@plimsoll/wording/en/names';
import { runWords } from '@plimsoll/wording/en/run';
import { named } from '@plimsoll/wording/list';
import { formatChange } from '@plimsoll/wording/share';
import { formatUs, timeUnit } from '@plimsoll/wording/time';
import { unitFigure } from '@plimsoll/wording/unit-figure';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { z } from 'zod';
import { trend as trendQuery } from '../../api/plans.ts';
import { TrendChart } from '../../charts/lazy.ts';
import type { TrendMark } from '../../charts/trend-chart.tsx';
import { ChartCard } from '../../ui/chart-card.tsx';
import { EmptyState } from '../../ui/notice/empty-state.tsx';
import { Loading, LoadingCard } from '../../ui/notice/loading.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { useSearchState } from '../../ui/search-state.ts';
import { Capacities } from './capacities.tsx';
import { ChangePoints } from './change-points.tsx';

const searchSchema = z.object({ metric: z.enum(trendMetrics).catch('p99') });
const tones = { better: 'good', worse: 'bad' } as const;

/** As tall as the card with its chart. */
const trendCardPx = 353;

/** Keeps the place of the card and of the sentence below it. */
function LoadingTrend() {
  return (
    <>
      <LoadingCard height={trendCardPx} />
      <p className="small" style={{ margin: 0, minBlockSize: '1lh' }} />
    </>
  );
}

interface Props {
  readonly planId: string;
  readonly hasRuns: boolean;
  /** The streams that the plan makes: their figures have a course, too. */
  readonly kinds: StreamKinds;
}

function hasMetric(metric: ComparedMetric, { messages, tokens }: StreamKinds): boolean {
  const { needs } = rowOfMetric(metric);
  return needs === 'tokens' ? tokens : needs !== 'messages' || messages;
}

/** The course of one figure from run to run, the changes of its level, and the blind range of the setup. */
export function TrendCard({ planId, hasRuns, kinds }: Props) {
  const [{ metric }, change] = useSearchState(searchSchema);
  const { data, error, refetch } = useQuery(trendQuery(planId, metric));
  if (error) return <ProblemNotice error={error} retry={() => void refetch()} />;
  if (!data) return hasRuns ? <LoadingTrend /> : <Loading rows={1} />;
  const picker = (
    <NativeSelect
      size="xs"
      aria-label={trendWords.metric}
      value={metric}
      onChange={(event) => change({ metric: event.currentTarget.value === 'p99' ? undefined : event.currentTarget.value })}
      data={trendMetrics.filter((one) => hasMetric(one, kinds)).map((one) => ({ value: one, label: metricWords[one] }))}
    />
  );
  return (
    <>
      {hasRuns ? <Chart trend={data} picker={picker} /> : <EmptyState title={trendWords.noRuns} text={trendWords.empty} />}
      {(hasRuns || data.noiseFloor !== null) && (
        <p className="small soft" style={{ margin: 0 }}>
          {data.noiseFloor === null ? trendWords.noiseUnknown : noiseSentence(data.noiseFloor, metric)}
        </p>
      )}
      <ChangePoints
        planId={planId}
        trend={data}
        format={formatter(
          metric,
          data.points.map(({ value }) => value),
        )}
      />
      <Capacities capacities={data.capacities} />
    </>
  );
}

function formatter(metric: ComparedMetric, values: readonly (number | null)[]): (value: number) => string {
  const { unit } = rowOfMetric(metric);
  const shown = timeUnit(values);
  return (value) => unitFigure(unit, value, (us) => formatUs(us, shown));
}

function Chart({ trend, picker }: { trend: Trend; picker: React.ReactNode }) {
  const navigate = useNavigate();
  const { points, metric } = trend;
  const values = points.flatMap((point) => (point.value === null ? [] : [point.value]));
  const format = formatter(metric, values);
  const baseline = points.find((point) => point.isBaseline)?.value ?? null;
  const latest = values.at(-1);
  const summary =
    latest === undefined || values.length < 2
      ? trendWords.empty
      : trendWords.summary({
          latest: format(latest),
          count: values.length,
          low: format(Math.min(...values)),
          high: format(Math.max(...values)),
        });
  return (
    <ChartCard
      id="trend"
      title={named(trendWords.title, metricWords[metric])}
      summary={summary}
      series={[{ key: 'value', name: metricWords[metric], colour: 'var(--accent)' }]}
      rows={points.map((point, x) => ({ x, value: point.value }))}
      format={format}
      formatX={(x) =>
        points[x] && (
          <Link to="/runs/$runId" params={{ runId: points[x].runId }}>
            {formatMoment(points[x].at)}
          </Link>
        )
      }
      xLabel={trendWords.run}
      actions={picker}
      height={260}
      legend={false}
      interactive
    >
      <TrendChart
        marks={trendMarks(trend)}
        changes={changeMarks(trend)}
        baseline={baseline === null ? null : { value: baseline, label: trendWords.baseline }}
        format={format}
        label={runWords.trendKeys({ title: named(trendWords.title, metricWords[metric]), summary })}
        onOpen={(runId) => void navigate({ to: '/runs/$runId', params: { runId } })}
      />
    </ChartCard>
  );
}

function trendMarks({ points }: Trend): TrendMark[] {
  const oneDay = new Set(points.map((point) => formatDay(point.at))).size === 1;
  return points.map((point, index) => ({
    runId: point.runId,
    day: oneDay ? formatHour(point.at, Date.parse(point.at)) : formatDayOfYear(point.at),
    value: point.value,
    lines: [
      formatMoment(point.at),
      ...Object.entries(point.tags).map(([name, value]) => (value ? `${name}: ${value}` : name)),
      ...(point.verdict ? [named(baselineWords.column, verdictWords[point.verdict])] : []),
      ...(point.isBaseline ? [baselineWords.is] : []),
      ...(point.validity?.stamp === 'invalid' ? [trendWords.invalid] : []),
      ...editNotice(point, points[index - 1]),
    ],
    tone: point.verdict === 'worse' || point.verdict === 'better' ? tones[point.verdict] : 'even',
    hollow: point.validity?.stamp === 'invalid',
  }));
}

/** The plan was edited between these two runs: their figures may differ for that alone. */
function editNotice({ revision }: Trend['points'][number], before: Trend['points'][number] | undefined): string[] {
  return revision !== null && before?.revision != null && revision !== before.revision ? [trendWords.edited({ revision })] : [];
}

function changeMarks({ points, changePoints }: Trend) {
  return changePoints.flatMap((change) => {
    const index = points.findIndex((point) => point.runId === change.runId);
    return index < 0 ? [] : [{ index, label: formatChange(change.relative) }];
  });
}
