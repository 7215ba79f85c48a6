/** Actions on a plan in its row: run, edit, delete. */
import { Button } from '@mantine/core';
import type { ShownPlan } from '@plimsoll/contracts/shown-plan';
import { launchingWords, plansWords } from '@plimsoll/wording/en/app';
import { IconEdit, IconPlayerPlay } from '@tabler/icons-react';

import { startPlan } from '../../api/runs.ts';
import { useMay } from '../../api/team/may.ts';
import { whyUnreadable } from '../../domain/plan/unreadable-plan.tsx';
import { useStartRun } from '../../domain/run/start-run.ts';
import { RemoveButton } from '../../ui/form/row-buttons.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { offButton, offLink } from '../../ui/off.ts';

export function PlanActions({ id, plan, onDelete }: { id: string; plan: Pick<ShownPlan, 'name' | 'unreadable'>; onDelete: () => void }) {
  const may = useMay();
  const start = useStartRun(() => startPlan(id));
  const { name } = plan;
  const off = whyUnreadable(plan);
  return (
    <div className="row tight nowrap" style={{ justifyContent: 'flex-end' }}>
      {may('run.create') && (
        <Button
          size="compact-sm"
          leftSection={<IconPlayerPlay size={14} aria-hidden />}
          aria-label={plansWords.runPlan({ name })}
          loading={start.isPending}
          onClick={() => start.mutate()}
          {...offButton(off)}
        >
          {launchingWords.run}
        </Button>
      )}
      {may('plan.edit') && (
        <ButtonLink
          size="compact-sm"
          to="/launch"
          search={{ plan: id }}
          leftSection={<IconEdit size={14} aria-hidden />}
          aria-label={plansWords.editPlan({ name })}
          {...offLink(off)}
        >
          {plansWords.edit}
        </ButtonLink>
      )}
      {may('plan.delete') && <RemoveButton label={plansWords.deletePlan({ name })} onRemove={onDelete} />}
    </div>
  );
}
