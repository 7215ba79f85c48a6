import '../../../i18n/run-text.ts';
import { Button } from '@mantine/core';
import { sendingClient } from '@plimsoll/contracts/connection';
import type { Plan } from '@plimsoll/contracts/plan';
import type { GeneratorRemedy, Run } from '@plimsoll/contracts/run';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { startRun } from '../../../api/runs.ts';
import { health } from '../../../api/system.ts';
import { useStartRun } from '../../../domain/run/start-run.ts';
import { Notice } from '../../../ui/notice/notice.tsx';
import { remediedPlan } from './remedied-plan.ts';

/** What a plan can say. */
const offered = ['wire', 'generators', 'connections'] as const satisfies readonly GeneratorRemedy[];

/** Runs the plan once more with what would lift its limit; for a run that is over. */
export function RemedyButtons({ run }: { run: Run }) {
  const advice = run.validity?.advice ?? [];
  return advice.length === 0 || run.plan.unreadable ? null : <Buttons run={run} advice={advice} />;
}

/** A client made for comfort takes longer than such a target does. */
const quickUs = 1000;

/** Offers the wire client where undici itself is a good part of what was measured. */
export function FastTargetNotice({ run }: { run: Run }) {
  const { t } = useTranslation();
  const { plan, summary, validity, source } = run;
  const p50Us = summary?.responseTime.p50Us ?? null;
  if (source || plan.unreadable || plan.load.model !== 'closed' || sendingClient(plan.connection) !== 'undici') return null;
  if (p50Us === null || p50Us >= quickUs || validity?.advice.includes('wire')) return null;
  return (
    <Notice tone="even">
      {t('remedy.fastTarget')}
      <Buttons run={run} advice={['wire']} />
    </Notice>
  );
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
