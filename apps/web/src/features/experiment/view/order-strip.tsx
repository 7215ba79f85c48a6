import type { Experiment, ExperimentRun } from '@plimsoll/contracts/experiment';
import { judgeFailedShare } from '@plimsoll/contracts/failure';
import { leadingTimeOf } from '@plimsoll/contracts/leading-time';
import { isTerminal } from '@plimsoll/contracts/run';
import { ArmDot } from '@plimsoll/pages/arm-dot';
import { armLook } from '@plimsoll/pages/line-look';
import { experimentWords } from '@plimsoll/wording/en/comparison';
import { metricShortWords, runFailureWords } from '@plimsoll/wording/en/names';
import { armNames } from '@plimsoll/wording/experiment-figures';
import { letter } from '@plimsoll/wording/letter';
import { joined } from '@plimsoll/wording/list';
import { formatRate } from '@plimsoll/wording/rate';
import { stateWord } from '@plimsoll/wording/run-state';
import { sweepAxes } from '@plimsoll/wording/sweep-axes';
import { formatUs } from '@plimsoll/wording/time';
import { tryRemarks, tryResult } from '@plimsoll/wording/try-words';
import { IconAlertTriangle, IconCheck, IconCircleDot, IconCircleDotted, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { tryLook } from '../../../domain/experiment/try-result.tsx';
import styles from './order-strip.module.css';

/** Every run in the order it is made; a press opens it. */
export function OrderStrip({ experiment }: { experiment: Experiment }) {
  const names = armNames(experiment);
  const few = experiment.kind === 'ab' || experiment.kind === 'aa';
  const places = experiment.kind === 'sweep' ? findPlaces(experiment) : null;
  return (
    <div className={`row ${styles.orderRow}`}>
      {places && <span className="soft small">{places.title}</span>}
      <ol className={`plain-list ${styles.order}`} aria-label={experimentWords.order}>
        {experiment.runs.map((run) => (
          <li key={run.position}>
            <OrderChip experiment={experiment} run={run} name={names[run.variant] ?? ''} text={places?.texts.get(run.variant)} />
          </li>
        ))}
      </ol>
      {few && (
        <ul className={`plain-list ${styles.orderKey}`} aria-label={experimentWords.variants}>
          {names.map((name, index) => (
            <li key={name}>
              <ArmDot arm={index} />
              {experiment.kind === 'ab' && <b>{letter(index)}</b>} {name}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Addresses are longer than a chip. */
const mostCharacters = 24;

/** The values by which the variants of a sweep differ, as its map has them; null where it has none, or none that fit. */
function findPlaces({ variants }: Experiment): { readonly title: string; readonly texts: ReadonlyMap<number, string> } | null {
  const map = sweepAxes(variants);
  if (!map) return null;
  const { rows, columns, cells } = map;
  const both = (row: string | undefined, column: string) => (row === undefined ? column : `${row} × ${column}`);
  const texts = cells.flatMap((line, row) =>
    line.flatMap((at, column): [number, string][] => (at === null ? [] : [[at, both(rows?.values[row], columns.values[column] ?? '')]])),
  );
  if (texts.some(([, text]) => text.length > mostCharacters)) return null;
  return { title: both(rows?.title, columns.title), texts: new Map(texts) };
}

interface ChipProps {
  readonly experiment: Experiment;
  readonly run: ExperimentRun;
  readonly name: string;
  /** In place of the number of its variant. */
  readonly text: string | undefined;
}

function OrderChip({ experiment, run, name, text: place = String(run.variant + 1) }: ChipProps) {
  const arm = run.rate === null ? name : experimentWords.at({ rate: formatRate(run.rate) });
  const failed = judgeFailedShare(run.errorRate) === 'all_failed' && runFailureWords.allFailed;
  const state = run.state ? failed || stateWord({ ...run, state: run.state }) : experimentWords.notStarted;
  const figures = run.throughputPerSecond === null ? '' : `, ${formatRate(run.throughputPerSecond)}, ${timePhrase(experiment, run)}`;
  const judged = isJudgedTry(run) ? joined(['', tryResult(run) ?? '', ...tryRemarks(run)]) : '';
  const label = `${experimentWords.runLabel({ position: run.position + 1, name: arm, state })}${judged}${figures}`;
  const text = run.rate !== null ? formatRate(run.rate) : experiment.kind === 'sweep' ? place : letter(run.variant);
  const few = experiment.kind === 'ab' || experiment.kind === 'aa';
  const looks = {
    className: `${styles.orderChip} ${run.state === null ? styles.orderLater : isTerminal(run.state) ? '' : styles.orderNow}`,
    title: label,
    ...(few ? { style: { borderBlockEndColor: armLook(run.variant).colour } } : {}),
  };
  const content = (
    <>
      {mark(run)}
      <span aria-hidden="true">{text}</span>
    </>
  );
  return run.runId ? (
    <Link to="/runs/$runId" params={{ runId: run.runId }} aria-label={label} {...looks}>
      {content}
    </Link>
  ) : (
    <span {...looks}>
      <span className="sr-only">{label}</span>
      {content}
    </span>
  );
}

/** `p99 84 ms`, `p95 TTFT 320 ms` */
function timePhrase({ variants }: Experiment, run: ExperimentRun): string {
  // The two sides of an A/A have one plan.
  const { plan } = variants[run.variant] ?? (variants[0] as Experiment['variants'][number]);
  const { metric, us } = leadingTimeOf(run, plan);
  return `${metricShortWords[metric]} ${formatUs(us)}`;
}

/** A try of a capacity search that is over is marked by what it showed, as in the table below. */
function isJudgedTry(run: ExperimentRun): boolean {
  return run.rate !== null && tryResult(run) !== null;
}

function mark(run: ExperimentRun): ReactNode {
  const { state, passed, validity } = run;
  const size = 13;
  if (state === null) return <IconCircleDotted size={size} aria-hidden />;
  if (!isTerminal(state)) return <IconCircleDot size={size} aria-hidden color="var(--accent)" />;
  if (isJudgedTry(run)) {
    const [tone, Icon] = tryLook(run);
    return <Icon size={size} stroke={2.6} aria-hidden color={`var(--${tone})`} />;
  }
  if (passed === false) return <IconX size={size} stroke={2.6} aria-hidden color="var(--bad)" />;
  if (state !== 'completed' || validity?.stamp === 'invalid') return <IconAlertTriangle size={size} aria-hidden color="var(--warn)" />;
  return <IconCheck size={size} stroke={2.6} aria-hidden color="var(--good)" />;
}
