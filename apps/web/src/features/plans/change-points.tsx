import { Button } from '@mantine/core';
import type { Run } from '@plimsoll/contracts/run';
import type { Trend } from '@plimsoll/contracts/trend';
import { formatMoment } from '@plimsoll/wording/date';
import { experimentWords, trendWords } from '@plimsoll/wording/en/comparison';
import { verdictWords } from '@plimsoll/wording/en/names';
import { formatChange } from '@plimsoll/wording/share';
import { useQueries } from '@tanstack/react-query';
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
  const open = shown.filter(isOpen);
  const sides = useQueries({ queries: open.flatMap(({ lastBefore, runId }) => [runQuery(lastBefore), runQuery(runId)]) });
  if (shown.length === 0) return null;
  const sidesOf = (change: Change) => {
    const at = 2 * open.indexOf(change);
    return { before: sides[at]?.data, after: sides[at + 1]?.data };
  };
  return (
    <section className="card pad stack" style={{ gap: 10 }} aria-label={trendWords.changes}>
      <ul className="stack plain-list" style={{ gap: 10 }}>
        {shown.map((change) => {
          const when = formatMoment(trend.points.find(({ runId }) => runId === change.runId)?.at ?? '');
          const figures = { before: format(change.before), after: format(change.after), relative: formatChange(change.relative) };
          return (
            <li key={change.runId} className="row tight">
              <Link to="/runs/$runId" params={{ runId: change.runId }}>
                {trendWords.change({ when, ...figures })}
              </Link>
              {isOpen(change) ? (
                <Confirm planId={planId} metric={trend.metric} change={change} {...sidesOf(change)} />
              ) : (
                <Confirmed confirmation={change.confirmation} />
              )}
            </li>
          );
        })}
      </ul>
      {open.length > 0 && (
        <p className="soft small" style={{ margin: 0 }}>
          {trendWords.unconfirmedWhy}
          {open.map(sidesOf).some(areSame) && (
            <>
              {' '}
              {trendWords.confirmSame}{' '}
              <Link className="in-text" to="/experiments/new" search={{ plan: planId, vary: 'url' }}>
                {trendWords.confirmAddresses}
              </Link>
            </>
          )}
        </p>
      )}
    </section>
  );
}

/** No experiment has confirmed or refuted it, and none is about to. */
function isOpen({ confirmation }: Change): boolean {
  return !confirmation || confirmation.state === 'failed' || confirmation.state === 'stopped';
}

interface Sides {
  readonly before: Run | undefined;
  readonly after: Run | undefined;
}

/** Do both load one address in the same way? */
function areSame({ before, after }: Sides): boolean {
  return !!before && !!after && !before.plan.unreadable && !after.plan.unreadable && makeSameLoad(before.plan, after.plan);
}

function Confirmed({ confirmation }: Pick<Change, 'confirmation'>) {
  if (!confirmation) return null;
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
function Confirm({
  planId,
  metric,
  change,
  before,
  after,
}: Pick<Props, 'planId'> & Pick<Trend, 'metric'> & Sides & { readonly change: Change }) {
  const may = useMay();
  const start = useStartExperiment();
  const deciding = before && after ? decidingExperiment(before, after) : null;
  const confirms = { metric, before: change.lastBefore, after: change.runId };
  return (
    <>
      <span className="soft small">{experimentWords.unconfirmed}</span>
      {deciding && may('experiment.create') && (
        <Button loading={start.isPending} onClick={() => start.mutate({ ...deciding.body, planId, confirms })}>
          {(deciding.design === 'together' ? trendWords.confirmTogether : trendWords.confirmTurns)({
            time: aboutLength(deciding.estimate.ms),
          })}
        </Button>
      )}
    </>
  );
}
