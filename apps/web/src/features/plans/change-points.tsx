import { Button } from '@mantine/core';
import type { Trend } from '@plimsoll/contracts/trend';
import { formatMoment } from '@plimsoll/wording/date';
import { trendWords } from '@plimsoll/wording/en/comparison';
import { verdictWords } from '@plimsoll/wording/en/names';
import { formatChange } from '@plimsoll/wording/share';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isUnderWay } from '../../api/experiments.ts';
import { run as runQuery } from '../../api/runs.ts';
import { useMay } from '../../api/team/may.ts';
import { decidingExperiment, makeSameLoad } from '../../domain/experiment/deciding-experiment.ts';
import { aboutLength } from '../../domain/experiment/estimate.ts';
import { useStartExperiment } from '../../domain/experiment/start-experiment.ts';

type Change = Trend['changePoints'][number];

/** Older ones are history. */
const mostShown = 3;

interface Props {
  readonly planId: string;
  readonly trend: Trend;
  readonly format: (value: number) => string;
}

/** The newest changes of level, each with what an experiment of its two sides says of it: until one did, it is no regression. */
export function ChangePoints({ planId, trend, format }: Props) {
  const shown = trend.changePoints.slice(-mostShown).reverse();
  if (shown.length === 0) return null;
  return (
    <ul className="card pad stack" style={{ gap: 10, margin: 0, listStyle: 'none' }} aria-label={trendWords.changes}>
      {shown.map((change) => {
        const when = formatMoment(trend.points.find(({ runId }) => runId === change.runId)?.at ?? '');
        const figures = { before: format(change.before), after: format(change.after), relative: formatChange(change.relative) };
        return (
          <li key={change.runId} className="row tight">
            <Link to="/runs/$runId" params={{ runId: change.runId }}>
              {trendWords.change({ when, ...figures })}
            </Link>
            <Confirmed planId={planId} metric={trend.metric} change={change} />
          </li>
        );
      })}
    </ul>
  );
}

function Confirmed({ planId, metric, change }: { planId: string; metric: Trend['metric']; change: Change }) {
  const { confirmation } = change;
  if (!confirmation || confirmation.state === 'failed' || confirmation.state === 'stopped')
    return <Confirm planId={planId} metric={metric} change={change} />;
  const { experimentId, state, verdict, confirmed } = confirmation;
  const word = verdictWords[verdict ?? 'not_enough_evidence'];
  const said = isUnderWay(state) ? trendWords.confirming : (confirmed ? trendWords.confirmed : trendWords.refuted)({ verdict: word });
  return (
    <Link className="small" to="/experiments/$experimentId" params={{ experimentId }}>
      {said}
    </Link>
  );
}

/** One press holds both sides against each other, where both can still be run. */
function Confirm({ planId, metric, change }: { planId: string; metric: Trend['metric']; change: Change }) {
  const may = useMay();
  const start = useStartExperiment();
  const before = useQuery(runQuery(change.lastBefore)).data;
  const after = useQuery(runQuery(change.runId)).data;
  const deciding = before && after ? decidingExperiment(before, after) : null;
  const isSame = before && after && !before.plan.unreadable && !after.plan.unreadable && makeSameLoad(before.plan, after.plan);
  const confirms = { metric, before: change.lastBefore, after: change.runId };
  return (
    <>
      <span className="soft small">{trendWords.unconfirmed}</span>
      {deciding && may('experiment.create') && (
        <Button loading={start.isPending} onClick={() => start.mutate({ ...deciding.body, planId, confirms })}>
          {(deciding.design === 'together' ? trendWords.confirmTogether : trendWords.confirmTurns)({
            time: aboutLength(deciding.estimate.ms),
          })}
        </Button>
      )}
      {isSame && (
        <span className="soft small">
          {trendWords.confirmSame}{' '}
          <Link to="/experiments/new" search={{ plan: planId, vary: 'url' }}>
            {trendWords.confirmAddresses}
          </Link>
        </span>
      )}
    </>
  );
}
