/** What can be done with a plan in its row: run, edit, delete. */
import { ActionIcon, Button } from '@mantine/core';
import { IconEdit, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { startPlan } from '../../api/runs.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { problemText } from '../../ui/notice/problem-notice.tsx';
import { toast } from '../../ui/notice/toast.tsx';

export function PlanActions({ id, name, onDelete }: { id: string; name: string; onDelete: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const start = useMutation({
    mutationFn: () => startPlan(id),
    onSuccess: (run) => navigate({ to: '/runs/$runId', params: { runId: run.id } }),
    onError: (error) => toast(problemText(error, t('common.unexpected'))),
  });
  return (
    <div className="row tight nowrap" style={{ justifyContent: 'flex-end' }}>
      <Button
        size="compact-sm"
        leftSection={<IconPlayerPlay size={14} aria-hidden />}
        aria-label={t('plans.runPlan', { name })}
        loading={start.isPending}
        onClick={() => start.mutate()}
      >
        {t('launch.run')}
      </Button>
      <ButtonLink
        size="compact-sm"
        to="/launch"
        search={{ plan: id }}
        leftSection={<IconEdit size={14} aria-hidden />}
        aria-label={t('plans.editPlan', { name })}
      >
        {t('plans.edit')}
      </ButtonLink>
      <ActionIcon aria-label={t('plans.deletePlan', { name })} onClick={onDelete}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}
