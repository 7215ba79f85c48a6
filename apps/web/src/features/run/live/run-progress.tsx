import type { Run } from '@plimsoll/contracts/run';
import type { Point } from '@plimsoll/contracts/sample';
import { progressWords } from '@plimsoll/wording/en/app';
import { formatSignificant } from '@plimsoll/wording/number';
import { formatClock, formatLength } from '@plimsoll/wording/time';
import { ProgressBar } from '../../../ui/notice/progress-bar.tsx';
import { measureProgress } from './progress.ts';

/** The bar with its stages, what is going on now, and the time left. */
export function RunProgress({ run, points }: { run: Run; points: readonly Point[] }) {
  const { share, elapsedMs, totalMs, marks, stage, warmingUp } = measureProgress(run.plan, points);
  const percent = Math.round((share ?? 0) * 100);
  const unit = run.plan.load.model === 'open' ? '/s' : '';
  const now =
    run.state === 'queued' || run.state === 'starting'
      ? progressWords[run.state]
      : points.length === 0
        ? progressWords.firstSecond
        : warmingUp
          ? progressWords.warmingUp
          : stage
            ? (stage.holding ? progressWords.holding : progressWords.ramping)({
                at: stage.at,
                of: stage.of,
                to: `${formatSignificant(stage.to)}${unit}`,
              })
            : progressWords.running;
  const left = totalMs === null || elapsedMs >= totalMs ? '' : progressWords.left({ left: formatLength(Math.max(0, totalMs - elapsedMs)) });
  return (
    <div style={{ marginBlockStart: 14 }}>
      <ProgressBar label={progressWords.label} percent={percent} marks={marks} />
      <div className="row small soft" style={{ marginBlockStart: 5 }}>
        <span>{now}</span>
        <span className="push num">
          {totalMs === null
            ? formatClock(elapsedMs / 1000)
            : progressWords.of({ elapsed: formatClock(elapsedMs / 1000), total: formatClock(totalMs / 1000) })}{' '}
          {left && `· ${left}`}
        </span>
      </div>
    </div>
  );
}
