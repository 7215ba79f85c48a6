import type { Plan } from '@plimsoll/contracts/plan';
import { mostCountedOfPlan } from '@plimsoll/contracts/saved-plan';
import { planWords } from '@plimsoll/pages/run-words';
import { formatAgo } from '@plimsoll/wording/date';
import { plansWords } from '@plimsoll/wording/en/app';
import { formatCount } from '@plimsoll/wording/number';
import { requestWords } from '@plimsoll/wording/request-words';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { deletePlan, plans as plansQuery } from '../../api/plans.ts';
import { useMay } from '../../api/team/may.ts';
import { useRemoval } from '../../domain/removal/use-removal.ts';
import runTableStyles from '../../domain/run/table/run-table.module.css';
import { ButtonLink } from '../../ui/links.tsx';
import { ListPage } from '../../ui/notice/list-page.tsx';
import { useNow } from '../../ui/now.ts';
import { PlanActions } from './plan-actions.tsx';

/** Plans the team keeps, to run again. */
export function PlansPage() {
  const mayEdit = useMay()('plan.edit');
  const now = useNow();
  const list = useQuery(plansQuery);
  const remove = useRemoval();
  return (
    <ListPage
      words={plansWords}
      query={list}
      action={
        mayEdit && (
          <ButtonLink to="/launch" variant="filled">
            {plansWords.new}
          </ButtonLink>
        )
      }
      columns={[
        { key: 'plan', head: plansWords.plan, inCard: 'wide', cell: ({ id, plan }) => <PlanName id={id} plan={plan} /> },
        {
          key: 'runs',
          head: plansWords.runCount,
          numeric: true,
          cardLabel: plansWords.runCount,
          cell: ({ id, runCount }) => (
            <Link to="/runs" search={{ planId: id }}>
              {runCount > mostCountedOfPlan ? `${formatCount(mostCountedOfPlan)}+` : formatCount(runCount)}
            </Link>
          ),
        },
        {
          key: 'last',
          head: plansWords.lastRun,
          numeric: true,
          className: 'soft',
          cardLabel: plansWords.lastRun,
          cell: ({ lastRunAt }) => (lastRunAt ? formatAgo(lastRunAt, now) : '–'),
        },
        {
          key: 'actions',
          head: plansWords.actions,
          headHidden: true,
          cell: ({ id, plan, revision }) => (
            <PlanActions
              id={id}
              plan={plan}
              onDelete={() =>
                remove({
                  id,
                  said: plansWords.deleted({ name: plan.name }),
                  lists: 'plans',
                  remove: () => deletePlan(id, revision),
                })
              }
            />
          ),
        },
      ]}
    />
  );
}

function PlanName({ id, plan }: { id: string; plan: Plan }) {
  return (
    <>
      <Link to="/plans/$planId" params={{ planId: id }} className={runTableStyles.runName}>
        {plan.name}
      </Link>
      <div className="small soft" style={{ overflowWrap: 'anywhere' }}>
        <code>{requestWords(plan)}</code> · {planWords(plan)}
      </div>
    </>
  );
}
