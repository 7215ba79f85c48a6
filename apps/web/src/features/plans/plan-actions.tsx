/** What can be done with a plan in its row: run, edit, delete. */
import { Button } from '@mantine/core';
import { IconEdit, IconPlayerPlay } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { startPlan } from '../../api/runs.ts';
import { useStartRun } from '../../domain/run/start-run.ts';
import { RemoveButton } from '../../ui/form/row-buttons.tsx';
import { ButtonLink } from '../../ui/links.tsx';

export function PlanActions({ id, name, onDelete }: { id: string; name: string; onDelete: () => void }) {
  const { t } = useTranslation();
  const start = useStartRun(() => startPlan(id));
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
      <RemoveButton label={t('plans.deletePlan', { name })} onRemove={onDelete} />
    </div>
  );
}
