import { Button } from '@mantine/core';
import { isTerminal } from '@plimsoll/contracts/run';
import type { RunListItem } from '@plimsoll/contracts/run-list';
import { StateChip } from '@plimsoll/pages/run-chips';
import { loadPhrase } from '@plimsoll/pages/run-words';
import { homeWords, progressWords, runActionWords } from '@plimsoll/wording/en/app';
import { experimentsWords } from '@plimsoll/wording/en/experiment';
import { experimentKindWords } from '@plimsoll/wording/en/names';
import { formatClock, formatUs } from '@plimsoll/wording/time';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { stopExperiment } from '../../api/experiments.ts';
import { stopRun } from '../../api/runs.ts';
import { ExperimentChip } from '../../domain/experiment/experiment-chip.tsx';
import { useLiveSecond } from '../../domain/run/live-second.ts';
import type { ExperimentItem } from '../../domain/run/table/run-entry.ts';
import { ProgressBar } from '../../ui/notice/progress-bar.tsx';
import { useNow } from '../../ui/now.ts';

export function RunningCard({ run }: { run: RunListItem }) {
  const now = useNow(1000);
  const p95Us = useLiveSecond(run)?.p95Us ?? null;
  const elapsedMs = run.startedAt ? Math.max(0, now - Date.parse(run.startedAt)) : 0;
  const total = run.expectedDurationMs;
  const percent = total ? Math.min(100, Math.round((elapsedMs / total) * 100)) : null;
  return (
    <div className="card pad">
      <div className="row">
        <Link to="/runs/$runId" params={{ runId: run.id }} style={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {run.plan.name}
        </Link>
        <StateChip run={run} />
        <span className="soft small">{loadPhrase(run.plan)}</span>
        <span className="push row tight">
          {p95Us !== null && <span className="small num">p95 {formatUs(p95Us)}</span>}
          <span className="small soft num">
            {total
              ? progressWords.of({ elapsed: formatClock(elapsedMs / 1000), total: formatClock(total / 1000) })
              : formatClock(elapsedMs / 1000)}
          </span>
          <StopButton name={run.plan.name} over={isTerminal(run.state) || run.stopRequested} stop={() => stopRun(run.id)} />
        </span>
      </div>
      {percent !== null && <ProgressBar label={progressWords.label} percent={percent} style={{ marginBlockStart: 10 }} />}
    </div>
  );
}

/** An experiment under way: how many of its runs are over, and which one goes on. */
export function ExperimentCard({ experiment, run }: { experiment: ExperimentItem; run: RunListItem | undefined }) {
  const { done, total } = experiment.progress;
  return (
    <div className="card pad">
      <div className="row">
        <Link
          to="/experiments/$experimentId"
          params={{ experimentId: experiment.id }}
          style={{ fontWeight: 600, overflowWrap: 'anywhere' }}
        >
          {experiment.name}
        </Link>
        <ExperimentChip state={experiment.state} />
        <span className="soft small">{experimentKindWords[experiment.kind]}</span>
        {run && (
          <Link className="small" to="/runs/$runId" params={{ runId: run.id }}>
            {run.plan.name}
          </Link>
        )}
        <span className="push row tight">
          <span className="small soft num">{experimentsWords.of({ done, total })}</span>
          <StopButton name={experiment.name} over={experiment.state === 'stopping'} stop={() => stopExperiment(experiment.id)} />
        </span>
      </div>
      <ProgressBar
        label={progressWords.label}
        percent={total > 0 ? Math.round((100 * done) / total) : 0}
        style={{ marginBlockStart: 10 }}
      />
    </div>
  );
}

interface StopProps {
  readonly name: string;
  /** Is there nothing left to stop? */
  readonly over: boolean;
  stop(): Promise<void>;
}

function StopButton({ name, over, stop }: StopProps) {
  const queryClient = useQueryClient();
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: stop,
    onSuccess: () => Promise.all([['runs'], ['experiments']].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
  return (
    <Button
      size="compact-sm"
      color="red"
      aria-label={homeWords.stopRun({ name })}
      disabled={over || isSuccess}
      loading={isPending}
      onClick={() => mutate()}
    >
      {runActionWords.stop}
    </Button>
  );
}
