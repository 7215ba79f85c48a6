import { Button } from '@mantine/core';
import { sendingClient } from '@plimsoll/contracts/connection';
import type { Plan } from '@plimsoll/contracts/plan';
import type { Run } from '@plimsoll/contracts/run';
import type { GeneratorRemedy } from '@plimsoll/contracts/validity-finding';
import { remedyWords } from '@plimsoll/wording/en/run';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { startRun } from '../../../api/runs.ts';
import { health } from '../../../api/system.ts';
import { useMay } from '../../../api/team/may.ts';
import { wantsWire } from '../../../domain/plan/wants-wire.ts';
import { useStartRun } from '../../../domain/run/start-run.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { remediedPlan } from './remedied-plan.ts';
import styles from './run-verdict.module.css';

/** The remedies that a plan can name. */
const offered = ['wire', 'generators', 'connections'] as const satisfies readonly GeneratorRemedy[];

/** Runs the plan once more with what would lift its limit; for a run that is over. */
export function RemedyButtons({ run }: { run: Run }) {
  const { advice = [], limit = null } = run.validity ?? {};
  // The stamp gives no advice on an open load.
  const wire = advice.length === 0 && limit === 'client' && sendingClient(run.plan.connection) === 'undici';
  const offers: readonly GeneratorRemedy[] = wire ? ['wire'] : advice;
  return offers.length === 0 || run.plan.unreadable ? null : <Buttons run={run} advice={offers} />;
}

interface FastTargetProps {
  readonly run: Run;
  /** The usual answer so far; null where nothing was timed. */
  readonly p50Us: number | null;
  readonly children: ReactNode;
}

/** Offers the wire client where undici itself is a good part of what is measured. `children`: how to take it up. */
export function FastTargetOffer({ run: { plan, validity, source }, p50Us, children }: FastTargetProps) {
  if (source || plan.unreadable || !wantsWire(plan, p50Us) || validity?.advice.includes('wire')) return null;
  return (
    <div className="row tight">
      <p className={styles.offer}>{remedyWords.fastTarget}</p>
      {children}
    </div>
  );
}

/** Runs the plan once more over raw sockets; for a run that is over. */
export function WireButton({ run }: { run: Run }) {
  return <Buttons run={run} advice={['wire']} />;
}

/** Opens the plan in the form with raw sockets chosen; the run under way goes on. */
export function WireEditLink({ run }: { run: Run }) {
  const may = useMay();
  if (!may('run.create')) return null;
  return (
    <div className="row tight no-print">
      <ButtonLink size="xs" to="/launch" search={{ from: run.id, client: 'wire' }}>
        {remedyWords.editWire}
      </ButtonLink>
    </div>
  );
}

function Buttons({ run, advice }: { run: Run; advice: readonly GeneratorRemedy[] }) {
  const { data: state } = useQuery(health);
  const again = useStartRun(({ plan }: { plan: Plan; remedy: GeneratorRemedy }) => startRun(plan, run.id));
  const remedies = offered.flatMap((remedy) => {
    const plan = advice.includes(remedy) ? remediedPlan(run.plan, remedy, state?.workers ?? 0) : null;
    return plan ? [{ remedy, plan }] : [];
  });
  if (remedies.length === 0) return null;
  return (
    <div className="row tight no-print">
      {remedies.map(({ remedy, plan }) => (
        <Button
          key={remedy}
          size="xs"
          leftSection={<IconPlayerPlay size={14} aria-hidden />}
          loading={again.isPending && again.variables.remedy === remedy}
          disabled={again.isPending}
          onClick={() => again.mutate({ plan, remedy })}
        >
          {remedyWords[remedy]}
        </Button>
      ))}
    </div>
  );
}
