import type { Plan } from '@plimsoll/contracts/plan';
import { mostCountedOfPlan } from '@plimsoll/contracts/saved-plan';
import { DataTable } from '@plimsoll/pages/data-table';
import { planWords } from '@plimsoll/pages/run-words';
import { formatAgo } from '@plimsoll/wording/date';
import { plansWords, runActionWords } from '@plimsoll/wording/en/app';
import { commonWords } from '@plimsoll/wording/en/main';
import { formatCount } from '@plimsoll/wording/number';
import { requestWords } from '@plimsoll/wording/request-words';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { deletePlan, plans as plansQuery } from '../../api/plans.ts';
import { useMay } from '../../api/team/may.ts';
import runTableStyles from '../../domain/run/table/run-table.module.css';
import { ButtonLink } from '../../ui/links.tsx';
import { ConfirmDialog } from '../../ui/notice/confirm-dialog.tsx';
import { EmptyState } from '../../ui/notice/empty-state.tsx';
import { Loaded } from '../../ui/notice/loaded.tsx';
import { problemText } from '../../ui/notice/problem-notice.tsx';
import { toast } from '../../ui/notice/toast.tsx';
import { useNow } from '../../ui/now.ts';
import { usePageTitle } from '../../ui/page-title.ts';
import { PlanActions } from './plan-actions.tsx';

/** Plans the team keeps, to run again. */
export function PlansPage() {
  usePageTitle(plansWords.title);
  const mayEdit = useMay()('plan.edit');
  const now = useNow();
  const queryClient = useQueryClient();
  const list = useQuery(plansQuery);
  const [asking, setAsking] = useState<{ readonly id: string; readonly name: string } | null>(null);
  const remove = useMutation({
    mutationFn: deletePlan,
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['plans'] });
      toast(plansWords.deleted({ name: asking?.name ?? '' }));
    },
    onError: (error) => toast(problemText(error, commonWords.unexpected)),
    onSettled: () => setAsking(null),
  });
  return (
    <>
      <div className="row">
        <h1>{plansWords.title}</h1>
        <span className="push" />
        {mayEdit && (
          <ButtonLink to="/launch" variant="filled">
            {plansWords.new}
          </ButtonLink>
        )}
      </div>
      <div style={{ marginBlockStart: 18 }}>
        <Loaded query={list}>
          {({ items }) => (
            <DataTable
              label={plansWords.title}
              cards
              rows={items}
              rowKey={({ id }) => id}
              empty={
                <EmptyState
                  title={plansWords.emptyTitle}
                  text={plansWords.emptyText}
                  action={mayEdit && <ButtonLink to="/launch">{plansWords.new}</ButtonLink>}
                />
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
                  cell: ({ id, plan }) => <PlanActions id={id} plan={plan} onDelete={() => setAsking({ id, name: plan.name })} />,
                },
              ]}
            />
          )}
        </Loaded>
      </div>
      <ConfirmDialog
        opened={asking !== null}
        title={plansWords.deleteAsk}
        text={plansWords.deleteText({ name: asking?.name ?? '' })}
        action={runActionWords.deleteDo}
        pending={remove.isPending}
        onConfirm={() => asking && remove.mutate(asking.id)}
        onClose={() => setAsking(null)}
      />
    </>
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
