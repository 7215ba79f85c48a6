import { NativeSelect } from '@mantine/core';
import { latencyTimes } from '@plimsoll/contracts/latency';
import type { Run } from '@plimsoll/contracts/run';
import { findTimes } from '@plimsoll/contracts/sample';
import type { RunWindow } from '@plimsoll/contracts/window';
import { timeName } from '@plimsoll/pages/time-name';
import { spreadWords } from '@plimsoll/wording/en/latency';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { latency as latencyQuery } from '../../../../api/latency.ts';
import { Loading } from '../../../../ui/notice/loading.tsx';
import { ProblemNotice } from '../../../../ui/notice/problem-notice.tsx';
import { useSearchState } from '../../../../ui/search-state.ts';
import { HistogramCard } from './histogram-card.tsx';
import { MapCard } from './map-card.tsx';
import { PercentileTable } from './percentile-table.tsx';
import { TraceTable } from './trace-table.tsx';

const searchSchema = z.object({ times: z.enum(latencyTimes).catch('responseTime') });

interface Props {
  /** Its summary is of what is shown. */
  readonly run: Run;
  readonly window: RunWindow | null;
}

/** The spread of one of the times: over the seconds, over the latencies, and as a percentile table. */
export function LatencySpread({ run, window }: Props) {
  const [{ times }, change] = useSearchState(searchSchema);
  const { data, error, refetch } = useQuery(latencyQuery(run.id, times, window));
  // A file of another tool tells no service time.
  const told = latencyTimes.filter((name) => name !== 'serviceTime' || run.source === null);
  const known = told.filter(
    (name) => name === times || name === 'responseTime' || ((run.summary && findTimes(run.summary, name)?.count) ?? 0) > 0,
  );
  return (
    <section style={{ marginBlockStart: 20 }} aria-label={spreadWords.title}>
      <div className="row">
        <h2>{spreadWords.title}</h2>
        <NativeSelect
          aria-label={spreadWords.times}
          value={times}
          onChange={({ currentTarget: { value } }) => change({ times: value === 'responseTime' ? undefined : value })}
          data={known.map((name) => ({ value: name, label: timeName(name) }))}
        />
      </div>
      {error ? (
        <ProblemNotice error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading rows={3} height={240} />
      ) : data.figures.count === 0 && data.logBuckets.length === 0 ? (
        <p className="soft">{spreadWords.none}</p>
      ) : (
        <div className="grid2" style={{ alignItems: 'start' }}>
          {data.figures.count > 0 && <MapCard latency={data} />}
          <HistogramCard latency={data} />
          {data.figures.count > 0 && <PercentileTable latency={data} />}
        </div>
      )}
      {run.plan.tracing && <TraceTable run={run} window={window} />}
    </section>
  );
}
