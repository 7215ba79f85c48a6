import { secondsOfLoad } from '@plimsoll/contracts/design';
import type { Experiment } from '@plimsoll/contracts/experiment';
import { ClosingInterval } from '@plimsoll/pages/closing-interval';
import { powerSentence } from '@plimsoll/wording/power-sentence';
import { useQuery } from '@tanstack/react-query';
import { experimentCourse } from '../../../api/experiment-power.ts';
import { isUnderWay } from '../../../api/experiments.ts';

/** Of variants that are one load, at once or in turns: how small a change they will show, and the interval of each candidate against time. */
export function ClosingIn({ experiment }: { experiment: Experiment }) {
  const { id, state, power, detect, variants } = experiment;
  const underWay = isUnderWay(state);
  const { data } = useQuery({ ...experimentCourse(id, underWay), enabled: state !== 'queued' });
  return (
    <div className="stack" style={{ gap: 12, marginBlockStart: 14 }}>
      <p className="small soft" style={{ margin: 0 }}>
        {powerSentence(power, detect, !underWay)}
      </p>
      {(data?.items ?? []).map(({ variant, of, points }) => (
        <ClosingInterval
          key={variant}
          points={points}
          of={of}
          detect={detect}
          plannedSeconds={secondsOfLoad(experiment, !underWay)}
          arm={variant}
          name={variants.length > 2 ? variants[variant]?.name : undefined}
        />
      ))}
    </div>
  );
}
