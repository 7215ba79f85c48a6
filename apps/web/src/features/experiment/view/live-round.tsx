import type { Experiment } from '@plimsoll/contracts/experiment';
import { isTerminal } from '@plimsoll/contracts/run';
import { armLook } from '@plimsoll/pages/line-look';
import { PairDots } from '@plimsoll/pages/pair-dots';
import { designWords } from '@plimsoll/wording/en/design';
import { armNames } from '@plimsoll/wording/experiment-figures';
import { formatUs, timeUnit } from '@plimsoll/wording/time';
import { useQueries } from '@tanstack/react-query';
import { newPoints } from '../../../api/run-figures.ts';
import type { Series } from '../../../charts/types.ts';
import { armKey, overlay } from '../../../domain/comparison/overlay.ts';
import { TimeChartCard } from '../../../ui/time-chart-card.tsx';

const askMs = 2_000;

/** The runs that are made at once: their medians in one chart, and each candidate against the base, second by second. */
export function LiveRound({ experiment }: { experiment: Experiment }) {
  const names = armNames(experiment);
  const runs = experiment.runs
    .flatMap(({ variant, runId, state }) => (runId !== null && state !== null && !isTerminal(state) ? [{ variant, runId }] : []))
    .sort((a, b) => a.variant - b.variant);
  const asked = useQueries({
    queries: runs.map(({ runId }) => ({
      queryKey: ['live-round', runId],
      queryFn: ({ signal }: { signal: AbortSignal }) => newPoints(runId, 0, signal),
      refetchInterval: askMs,
      gcTime: 0,
    })),
  });
  const arms = asked.map(({ data }) => ({ points: data?.points ?? [], stageSeconds: [] }));
  const rows = overlay(arms, 'elapsed', ({ responseTime }) => responseTime.p50Us);
  if (runs.length < 2 || rows.length === 0) return null;
  const series: Series[] = runs.map(({ variant }, at) => ({ key: armKey(at), name: names[variant] ?? '', ...armLook(variant) }));
  const unit = timeUnit(rows.flatMap((row) => series.map(({ key }) => row[key])));
  const format = (us: number) => formatUs(us, unit);
  const newest = rows.findLast((row) => series.every(({ key }) => row[key] !== null));
  const list = series.map(({ key, name }) => `${name} ${formatUs(newest?.[key] ?? null, unit)}`).join(', ');
  const [base, ...candidates] = arms;
  return (
    <div className="stack" style={{ gap: 12, marginBlockStart: 14 }}>
      <TimeChartCard
        id="round"
        title={designWords.live[experiment.design === 'turns' ? 'turns' : 'together']}
        summary={designWords.liveSummary({ list })}
        series={series}
        rows={rows}
        format={format}
        group="round"
      />
      {candidates.map(({ points }, at) => (
        <PairDots key={runs[at + 1]?.runId} base={base?.points ?? []} candidate={points} arm={at + 1} />
      ))}
    </div>
  );
}
