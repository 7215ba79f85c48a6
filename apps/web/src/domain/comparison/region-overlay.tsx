/** p99 of one region over time, of all arms in one picture; which one stands in the URL. Fetched where runs of several regions are compared. */
import { NativeSelect } from '@mantine/core';
import type { Candidate } from '@plimsoll/contracts/comparison';
import { wholeSeconds } from '@plimsoll/contracts/whole-seconds';
import type { RunWindow } from '@plimsoll/contracts/window';
import { worstRequestsFirst } from '@plimsoll/wording/arm-words';
import { regionWords } from '@plimsoll/wording/en/region';
import type { NamedArms } from '@plimsoll/wording/named-arms';
import { formatUs, timeUnit } from '@plimsoll/wording/time';
import { useQueries } from '@tanstack/react-query';
import { z } from 'zod';
import { regionSamples } from '../../api/run-figures.ts';
import type { Series } from '../../charts/types.ts';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { useSearchState } from '../../ui/search-state.ts';
import { TimeChartCard } from '../../ui/time-chart-card.tsx';
import { sayInAll } from './measured-arms.ts';
import { type Alignment, overlay } from './overlay.ts';

const searchSchema = z.object({ region: z.string().optional().catch(undefined) });

interface Props {
  readonly named: NamedArms;
  readonly series: Series[];
  readonly align: Alignment;
  /** The seconds that are compared; null: all. */
  readonly window: RunWindow | null;
}

/** As in the table: the worst first. */
const regionsOf = ({ byRegion = [] }: Candidate) => worstRequestsFirst(byRegion).map(({ name }) => name);

export function RegionOverlay({ named, series, align, window }: Props) {
  const labels = [...new Set(named.candidates.flatMap(({ arm }) => regionsOf(arm)))];
  const [search, change] = useSearchState(searchSchema);
  const shown = labels.find((label) => label === search.region) ?? labels[0] ?? '';
  const arms = [named.base, ...named.candidates].map(({ arm }) => arm);
  const answers = useQueries({ queries: arms.map(({ runs: [first] }) => regionSamples(first?.id ?? '', shown, { window, live: false })) });
  const problem = answers.find(({ error }) => error);
  if (problem?.error) return <ProblemNotice error={problem.error} retry={() => void problem.refetch()} />;
  const overlaid = arms.map(({ stageSeconds }, at) => ({
    stageSeconds,
    points: wholeSeconds(answers[at]?.data?.points.filter(({ warmup }) => !warmup) ?? []),
  }));
  const rows = overlay(overlaid, align, ({ responseTime }) => responseTime.p99Us);
  const all = valuesOf(named, shown);
  const unit = timeUnit([...all, ...rows.flatMap((row) => series.map(({ key }) => row[key]))]);
  const format = (us: number | null) => formatUs(us, unit);
  const isThinned = answers.every(({ data }) => data) && rows.length === 0;
  return (
    <TimeChartCard
      id="regions"
      title={regionWords.chart}
      summary={
        isThinned
          ? regionWords.together
          : sayInAll(
              series.map(({ name }, at) => [name, all[at]]),
              format,
            )
      }
      series={series}
      rows={rows}
      format={format}
      group="compare"
      actions={
        <NativeSelect
          size="xs"
          aria-label={regionWords.region}
          value={shown}
          data={labels}
          onChange={({ currentTarget }) => change({ region: currentTarget.value === labels[0] ? undefined : currentTarget.value })}
        />
      }
    />
  );
}

/** p99 of the region over all runs of each arm, the base's first; null where an arm has none. */
function valuesOf({ candidates }: NamedArms, label: string): (number | null)[] {
  const deltas = candidates.map(({ arm }) =>
    arm.byRegion?.find(({ name }) => name === label)?.metrics.find(({ metric }) => metric === 'p99'),
  );
  return [deltas.find((delta) => delta)?.base ?? null, ...deltas.map((delta) => delta?.candidate ?? null)];
}
