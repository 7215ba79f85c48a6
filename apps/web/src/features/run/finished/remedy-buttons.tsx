import '../../../i18n/run-text.ts';
import { Button } from '@mantine/core';
import type { Plan } from '@plimsoll/contracts/plan';
import type { GeneratorRemedy, Run } from '@plimsoll/contracts/run';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../api/may.ts';
import { startRun } from '../../../api/runs.ts';
import { health } from '../../../api/system.ts';
import { wantsWire } from '../../../domain/plan/wants-wire.ts';
import { useStartRun } from '../../../domain/run/start-run.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { Notice } from '../../../ui/notice/notice.tsx';
import { remediedPlan } from './remedied-plan.ts';

/** What a plan can say. */
const offered = ['wire', 'generators', 'connections'] as const satisfies readonly GeneratorRemedy[];

/** Runs the plan once more with what would lift its limit; for a run that is over. */
export function RemedyButtons({ run }: { run: Run }) {
  const advice = run.validity?.advice ?? [];
  return advice.length === 0 || run.plan.unreadable ? null : <Buttons run={run} advice={advice} />;
}

interface FastTargetProps {
  readonly run: Run;
  /** The usual answer so far; null where nothing was timed. */
  readonly p50Us: number | null;
  readonly children: ReactNode;
}

/** Offers the wire client where undici itself is a good part of what is measured. `children`: how to take it up. */
export function FastTargetNotice({ run: { plan, validity, source }, p50Us, children }: FastTargetProps) {
  const { t } = useTranslation();
  if (source || plan.unreadable || !wantsWire(plan, p50Us) || validity?.advice.includes('wire')) return null;
  return (
    <Notice tone="even">
      {t('remedy.fastTarget')}
      {children}
    </Notice>
  );
}

/** Runs the plan once more over raw sockets; for a run that is over. */
export function WireButton({ run }: { run: Run }) {
  return <Buttons run={run} advice={['wire']} />;
}

/** Opens the plan in the form with raw sockets chosen; the run under way goes on. */
export function WireEditLink({ run }: { run: Run }) {
  const { t } = useTranslation();
  const may = useMay();
  if (!may('run.create')) return null;
  return (
    <div className="row tight no-print" style={{ marginBlockStart: 8 }}>
      <ButtonLink size="xs" to="/launch" search={{ from: run.id, client: 'wire' }}>
        {t('remedy.editWire')}
      </ButtonLink>
    </div>
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
