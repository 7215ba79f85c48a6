import '../../../i18n/run-text.ts';
import { Button } from '@mantine/core';
import type { Plan } from '@plimsoll/contracts/plan';
import type { GeneratorRemedy, Run } from '@plimsoll/contracts/run';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { startRun } from '../../../api/runs.ts';
import { health } from '../../../api/system.ts';
import { useStartRun } from '../../../domain/run/start-run.ts';
import { remediedPlan } from './remedied-plan.ts';

/** What a plan can say. */
const offered = ['wire', 'generators'] as const satisfies readonly GeneratorRemedy[];

/** Runs the plan once more with what would help its generator; for a run that is over. */
export function RemedyButtons({ run }: { run: Run }) {
  const advice = run.validity?.advice ?? [];
  return advice.length === 0 || run.plan.unreadable ? null : <Buttons run={run} advice={advice} />;
}

function Buttons({ run, advice }: { run: Run; advice: readonly GeneratorRemedy[] }) {
  const { t } = useTranslation();
  const { data: state } = useQuery(health);
  const again = useStartRun(({ plan }: { plan: Plan; remedy: GeneratorRemedy }) => startRun(plan, run.id));
  const remedies = offered.flatMap((remedy) => {
    const plan = advice.includes(remedy) ? remediedPlan(run.plan, remedy, state?.workers ?? 0) : null;
    return plan ? [{ remedy, plan }] : [];
  });
  if (remedies.length === 0) return null;
  return (
    <div className="row tight no-print" style={{ marginBlockStart: 8 }}>
      {remedies.map(({ remedy, plan }) => (
        <Button
          key={remedy}
          size="xs"
          leftSection={<IconPlayerPlay size={14} aria-hidden />}
          loading={again.isPending && again.variables.remedy === remedy}
          disabled={again.isPending}
          onClick={() => again.mutate({ plan, remedy })}
        >
          {t(`remedy.${remedy}`)}
        </Button>
      ))}
    </div>
  );
}
