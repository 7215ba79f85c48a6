import { countSides, isOneLoad, variantOfSide } from '@plimsoll/contracts/design';
import { durationMs } from '@plimsoll/contracts/duration';
import type { Experiment } from '@plimsoll/contracts/experiment';
import { runLengthMs } from '@plimsoll/contracts/plan';
import { isTerminal } from '@plimsoll/contracts/run';
import { experimentWords } from '@plimsoll/wording/en/comparison';
import { armNames } from '@plimsoll/wording/experiment-figures';
import { formatRate } from '@plimsoll/wording/rate';
import { formatLength, formatUs } from '@plimsoll/wording/time';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isUnderWay } from '../../../api/experiments.ts';
import { run as runQuery } from '../../../api/runs.ts';
import { useLiveSecond } from '../../../domain/run/live-second.ts';
import { QueuePlace } from '../../../domain/run/queue-place.tsx';
import { announce } from '../../../ui/notice/live-region.tsx';
import { ProgressBar } from '../../../ui/notice/progress-bar.tsx';
import { useNow } from '../../../ui/now.ts';

/** One bar for the whole of it while it goes on; the run under way counts by the share of its time that has passed, and shows its newest second; runs that are made at once count together. */
export function ExperimentProgress({ experiment }: { experiment: Experiment }) {
  const underWay = isUnderWay(experiment.state);
  const now = useNow(underWay ? 500 : 60_000);
  const { done, total } = experiment.progress;
  const underWayNow = experiment.runs.filter((run) => run.state !== null && !isTerminal(run.state));
  const [current] = underWayNow;
  const { data: run } = useQuery({ ...runQuery(current?.runId ?? ''), enabled: Boolean(current?.runId), refetchInterval: 2_000 });
  const live = useLiveSecond({ id: current?.runId ?? '', state: current?.runId ? (run?.state ?? current.state) : null });
  const spoken = experimentWords.progressText({ done, total });
  useEffect(() => {
    if (underWay) announce(spoken);
  }, [underWay, spoken]);
  if (!underWay) return null;
  const plan = variantOfSide(experiment, current?.variant ?? 0)?.plan;
  const oneMs = plan ? runLengthMs(plan) : null;
  // A run that takes turns lasts as long as all of them.
  const lengthMs = oneMs !== null && experiment.design === 'turns' ? oneMs * countSides(experiment) : oneMs;
  const passedMs = current && run?.id === current.runId && run.startedAt ? now - Date.parse(run.startedAt) : 0;
  const atOnce = isOneLoad(experiment.design) ? Math.max(1, underWayNow.length) : 1;
  const part = current && lengthMs ? atOnce * Math.min(0.96, Math.max(0, passedMs / lengthMs)) : 0;
  const share = total === 0 ? 0 : Math.min(1, (done + part) / total);
  const percent = Math.round(share * 100);
  const leftMs =
    lengthMs === null
      ? null
      : (Math.max(0, total - done - part) / (isOneLoad(experiment.design) ? countSides(experiment) : 1)) *
        (lengthMs + durationMs(experiment.coolDown) + 1000);
  const named =
    current?.rate === null
      ? underWayNow.map(({ variant }) => armNames(experiment)[variant] ?? '').join(', ')
      : formatRate(current?.rate ?? null);
  const doing =
    experiment.state === 'queued' ? experimentWords.queued : current ? experimentWords.running({ name: named }) : experimentWords.between;
  return (
    <div style={{ marginBlockStart: 14 }}>
      <ProgressBar label={experimentWords.progress} percent={percent} />
      <div className="row small soft" style={{ marginBlockStart: 5 }}>
        <span>{doing}</span>
        {experiment.state === 'queued' && <QueuePlace id={experiment.id} />}
        {current && live && atOnce === 1 && (
          <span className="num">
            {[
              experimentWords.liveOk({ rate: formatRate(live.goodPerSecond) }),
              ...(live.p95Us === null ? [] : [`p95 ${formatUs(live.p95Us)}`]),
              ...(live.failed > 0 ? [experimentWords.liveFailed({ count: live.failed })] : []),
            ].join(' · ')}
          </span>
        )}
        <span className="push num">
          {total > 0 && (experiment.kind === 'capacity' ? experimentWords.progressOpen : experimentWords.progressText)({ done, total })}
          {leftMs !== null && total > done && ` · ${experimentWords.left({ left: formatLength(Math.ceil(leftMs / 1000) * 1000) })}`}
        </span>
      </div>
    </div>
  );
}
