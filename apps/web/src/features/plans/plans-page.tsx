import { ActionIcon, Button } from '@mantine/core';
import { formatAgo } from '@plimsoll/wording/date';
import { requestWords } from '@plimsoll/wording/request-words';
import { IconEdit, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deletePlan, plans as plansQuery } from '../../api/plans.ts';
import { startPlan } from '../../api/runs.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { Loading } from '../../ui/loading.tsx';
import { useNow } from '../../ui/now.ts';
import { usePageTitle } from '../../ui/page-title.ts';
import { ProblemNotice, problemText } from '../../ui/problem-notice.tsx';
import { planWords } from '../../ui/run/run-words.ts';
import { toast } from '../../ui/toast.tsx';

/** Plans the team keeps, to run again. */
export function PlansPage() {
  const { t } = useTranslation();
  usePageTitle(t('plans.title'));
  const now = useNow();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const list = useQuery(plansQuery);
  const [going, setGoing] = useState<string | null>(null);
  const failed = (error: unknown) => toast(problemText(error, t('common.unexpected')));
  const start = useMutation({
    mutationFn: startPlan,
    onMutate: (id) => setGoing(id),
    onSettled: () => setGoing(null),
    onSuccess: (run) => navigate({ to: '/runs/$runId', params: { runId: run.id } }),
    onError: failed,
  });
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['plans'] });
  const [asking, setAsking] = useState<{ readonly id: string; readonly name: string } | null>(null);
  const remove = useMutation({
    mutationFn: deletePlan,
    onSuccess: () => {
      void refresh();
      toast(t('plans.deleted', { name: asking?.name ?? '' }));
    },
    onError: failed,
    onSettled: () => setAsking(null),
  });
  return (
    <>
      <div className="row">
        <h1>{t('plans.title')}</h1>
        <span className="push" />
        <ButtonLink to="/launch" variant="filled">
          {t('plans.new')}
        </ButtonLink>
      </div>
      <div style={{ marginBlockStart: 18 }}>
        {list.error ? (
          <ProblemNotice error={list.error} retry={() => void list.refetch()} />
        ) : !list.data ? (
          <Loading />
        ) : list.data.items.length === 0 ? (
          <EmptyState
            title={t('plans.emptyTitle')}
            text={t('plans.emptyText')}
            action={<ButtonLink to="/launch">{t('plans.new')}</ButtonLink>}
          />
        ) : (
          <div className="card">
            <table className="table run-table" aria-label={t('plans.title')}>
              <thead>
                <tr>
                  <th scope="col">{t('plans.plan')}</th>
                  <th scope="col" className="n">
                    {t('plans.runCount')}
                  </th>
                  <th scope="col" className="n">
                    {t('plans.lastRun')}
                  </th>
                  <th scope="col">
                    <span className="sr-only">{t('plans.actions')}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {list.data.items.map((item) => (
                  <tr key={item.id}>
                    <td className="wide">
                      <Link to="/plans/$planId" params={{ planId: item.id }} className="run-name">
                        {item.plan.name}
                      </Link>
                      <div className="small soft" style={{ overflowWrap: 'anywhere' }}>
                        <code>{requestWords(item.plan)}</code> · {planWords(item.plan)}
                      </div>
                    </td>
                    <td className="n" data-label={t('plans.runCount')}>
                      <Link to="/runs" search={{ planId: item.id }}>
                        {item.runCount}
                      </Link>
                    </td>
                    <td className="n soft" data-label={t('plans.lastRun')}>
                      {item.lastRunAt ? formatAgo(item.lastRunAt, now) : '–'}
                    </td>
                    <td>
                      <div className="row tight nowrap" style={{ justifyContent: 'flex-end' }}>
                        <Button
                          size="compact-sm"
                          leftSection={<IconPlayerPlay size={14} aria-hidden />}
                          aria-label={t('plans.runPlan', { name: item.plan.name })}
                          loading={going === item.id}
                          onClick={() => start.mutate(item.id)}
                        >
                          {t('launch.run')}
                        </Button>
                        <ButtonLink
                          size="compact-sm"
                          to="/launch"
                          search={{ plan: item.id }}
                          leftSection={<IconEdit size={14} aria-hidden />}
                          aria-label={t('plans.editPlan', { name: item.plan.name })}
                        >
                          {t('plans.edit')}
                        </ButtonLink>
                        <ActionIcon
                          aria-label={t('plans.deletePlan', { name: item.plan.name })}
                          onClick={() => setAsking({ id: item.id, name: item.plan.name })}
                        >
                          <IconTrash size={16} aria-hidden />
                        </ActionIcon>
                      </div>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </div>
      <ConfirmDialog
        opened={asking !== null}
        title={t('plans.deleteAsk')}
        text={t('plans.deleteText', { name: asking?.name ?? '' })}
        action={t('run.deleteDo')}
        pending={remove.isPending}
        onConfirm={() => asking && remove.mutate(asking.id)}
        onClose={() => setAsking(null)}
      />
    </>
  );
}
