import type { Experiment, ExperimentRun } from '@plimsoll/contracts/experiment';
import { isTerminal } from '@plimsoll/contracts/run';
import { CapacityPart } from '@plimsoll/pages/capacity-part';
import { TriesTable } from '@plimsoll/pages/tries-table';
import { experimentWords } from '@plimsoll/wording/en/comparison';
import { stateWord } from '@plimsoll/wording/run-state';
import { listTries } from '@plimsoll/wording/try-words';
import { IconCircleDot } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { isUnderWay } from '../../../api/experiments.ts';
import { TriesPicture } from '../../../domain/experiment/tries-picture.tsx';
import { Chip } from '../../../ui/chip.tsx';

/** The figure, and the rates that led to it. */
export function CapacityView({ experiment }: { experiment: Experiment }) {
  const { capacity, search, runs } = experiment;
  const tries = listTries(runs);
  const limits = search?.thresholds ?? [];
  return (
    <div style={{ marginBlockStart: 14 }}>
      <CapacityPart
        capacity={capacity}
        thresholds={limits}
        sentence={capacity?.sentence}
        underWay={isUnderWay(experiment.state)}
        picture={tries.length > 0 && <TriesPicture tries={tries} capacity={capacity} />}
      >
        <TriesTable
          tries={tries}
          limits={limits}
          disturbedSaid={!!capacity?.code?.disturbance}
          draw={({ runId }, number) => <TryLink runId={runId} number={number} />}
          under={(run) => <UnderWay run={run} />}
        />
      </CapacityPart>
    </div>
  );
}

function TryLink({ runId, number }: { runId: string | null; number: number }) {
  if (!runId) return number;
  return (
    <Link to="/runs/$runId" params={{ runId }} className="run-number" aria-label={`${experimentWords.try} ${number}`}>
      {number}
    </Link>
  );
}

function UnderWay({ run }: { run: Pick<ExperimentRun, 'state' | 'ending'> }) {
  return (
    <Chip tone="live" icon={IconCircleDot}>
      {run.state && isTerminal(run.state) ? stateWord({ ...run, state: run.state }) : experimentWords.under}
    </Chip>
  );
}
