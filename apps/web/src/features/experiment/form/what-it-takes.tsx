import { Button } from '@mantine/core';
import type { Design } from '@plimsoll/contracts/design';
import { countGenerators } from '@plimsoll/contracts/planned-generators';
import type { FieldProblem } from '@plimsoll/contracts/problem';
import { formatHour } from '@plimsoll/wording/date';
import { newExperimentWords } from '@plimsoll/wording/en/comparison';
import { designWords } from '@plimsoll/wording/en/design';
import { formatCount } from '@plimsoll/wording/number';
import { formatLength } from '@plimsoll/wording/time';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { later } from '../../../api/later.ts';
import { health } from '../../../api/system.ts';
import { aboutLength, type Estimate } from '../../../domain/experiment/estimate.ts';
import { MeasureNoise } from '../../../domain/experiment/measure-noise.tsx';
import { TooShort } from '../../../domain/experiment/too-short.tsx';
import { ActionBar } from '../../../ui/form/action-bar.tsx';
import formStyles from '../../../ui/form/form.module.css';
import { Kbd } from '../../../ui/keys/kbd.tsx';
import { commandKey } from '../../../ui/keys/platform-keys.ts';
import { Notice } from '../../../ui/notice/notice.tsx';
import { ProblemNotice } from '../../../ui/notice/problem-notice.tsx';
import { useNow } from '../../../ui/now.ts';
import experimentStyles from '../experiment.module.css';
import { type Shape, searchConnections } from '../values/form-values.ts';
import type { JudgedExperiment } from '../values/judged.ts';
import type { StartPlan } from '../values/start-plan.ts';
import { useExperimentForm } from './experiment-context.ts';
import { PowerLine } from './power-line.tsx';

const FewWorkers = later(() => import('../../../domain/workers/few-workers.tsx'), 'FewWorkers');

interface Props {
  readonly shape: Shape;
  readonly start: StartPlan;
  readonly judged: JudgedExperiment;
  readonly problems: readonly FieldProblem[];
  readonly shown: boolean;
  readonly starting: boolean;
  readonly refusal: unknown;
  onStart(): void;
}

/** Runs and time before anything is sent. */
export function WhatItTakes({ shape, start, judged, problems, shown, starting, refusal, onStart }: Props) {
  const { data: state } = useQuery(health);
  const form = useExperimentForm();
  return (
    <section className={`card pad stack ${formStyles.formAside}`} aria-label={newExperimentWords.happen} style={{ gap: 12 }}>
      <h2>{newExperimentWords.happen}</h2>
      {judged.estimate ? (
        <Sentences
          shape={shape}
          estimate={judged.estimate}
          connections={searchConnections(start.plan)}
          workers={mostGenerators(judged)}
          design={judged.chosen?.design ?? 'runs'}
        />
      ) : (
        <Problems problems={problems} shown={shown} />
      )}
      {shape === 'ab' && <PowerLine judged={judged} />}
      {shape === 'ab' && (
        <TooShort
          tone="warn"
          plans={(judged.body?.variants ?? []).map(({ plan }) => plan)}
          // A variant written as YAML has a length of its own.
          onLonger={form.values.longEnough ? null : () => form.set({ longEnough: true })}
        />
      )}
      {state && state.workers < mostGenerators(judged) && (
        <Suspense>
          <FewWorkers online={state.workers} plans={(judged.body?.variants ?? []).map(({ plan }) => plan)} of="experiment" />
        </Suspense>
      )}
      {refusal !== null && <ProblemNotice error={refusal} />}
      <ActionBar>
        <Button variant="filled" size="md" fullWidth loading={starting} onClick={onStart}>
          {newExperimentWords.start}
          <Kbd>{commandKey('↵')}</Kbd>
        </Button>
      </ActionBar>
      <div style={{ borderBlockStart: '1px solid var(--hair)', paddingBlockStart: 12 }}>
        <MeasureNoise plan={start.plan} {...start.origin} />
      </div>
    </section>
  );
}

/** Workers that the run of the most generators needs. */
function mostGenerators({ body }: JudgedExperiment): number {
  return Math.max(1, ...(body?.variants ?? []).map(({ plan }) => countGenerators(plan.generators)));
}

/** All that is wrong, once somebody pressed the button; what has a field stands there as well. */
function Problems({ problems, shown }: { problems: readonly FieldProblem[]; shown: boolean }) {
  if (!shown)
    return <p className={`soft small ${formStyles.happenNone}`}>{newExperimentWords.problemsBefore({ count: problems.length })}</p>;
  return (
    <Notice tone="bad" announce>
      {[...new Set(problems.map((problem) => problem.message))].slice(0, 5).map((message) => (
        <div key={message}>{message}</div>
      ))}
    </Notice>
  );
}

interface SentencesProps {
  readonly shape: Shape;
  readonly estimate: Estimate;
  readonly connections: number;
  readonly workers: number;
  readonly design: Design;
}

function Sentences({ shape, estimate, connections, workers, design }: SentencesProps) {
  const now = useNow();
  const { runs, ms, mostRuns, mostMs } = estimate;
  const count = (number: number) => newExperimentWords.runs({ count: number });
  const ends = ms === null ? null : formatHour(new Date(now + ms).toISOString(), now);
  return (
    <div className="stack" style={{ gap: 8 }}>
      {shape !== 'capacity' && (
        <div className={experimentStyles.takes}>
          <b>{runs}</b> <span>{newExperimentWords.runs({ count: runs }).replace(/^\S+\s/, '')}</span>
          {ms !== null && <b>{formatLength(ms)}</b>}
        </div>
      )}
      <p className="soft small" style={{ margin: 0 }}>
        {shape === 'capacity'
          ? newExperimentWords.willSearch({ runs: count(mostRuns), time: aboutLength(mostMs) })
          : { together: designWords.willTogether, turns: designWords.willTurns, runs: newExperimentWords.willAb }[design]({
              count: workers,
            })}
        {shape === 'capacity' && ` ${newExperimentWords.willSearchOn({ connections: formatCount(connections) })}`}
        {shape !== 'capacity' && ms === null && ` ${newExperimentWords.willTake}`}
        {shape === 'ab' && mostRuns > runs && ` ${newExperimentWords.willMost({ runs: count(mostRuns), time: aboutLength(mostMs) })}`}
        {shape !== 'capacity' && ends && ` ${newExperimentWords.ends({ clock: ends })}`}
      </p>
    </div>
  );
}
