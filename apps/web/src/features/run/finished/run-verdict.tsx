/** The head of a finished run: held or not, whether its figures can be trusted, and the one limit of its load. */
import type { Run } from '@plimsoll/contracts/run';
import type { Validity } from '@plimsoll/contracts/validity';
import { StateChip, ValidityChip } from '@plimsoll/pages/run-chips';
import { verdictPhrase } from '@plimsoll/pages/verdict-phrase';
import { runWords } from '@plimsoll/wording/en/run';
import { limitSentence, stampTitle } from '@plimsoll/wording/names';
import { runStateWord } from '@plimsoll/wording/run-state';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Notice } from '../../../ui/notice/notice.tsx';
import styles from './run-verdict.module.css';

const icons = { good: { icon: IconCheck }, bad: { icon: IconX }, warn: {}, even: {} };

/** A failure is said by the verdict below, not twice. */
const saysFailure = (run: Run) => verdictPhrase(run).namesState && runStateWord(run).tone !== null;

export function VerdictState({ run }: { run: Run }) {
  return saysFailure(run) ? null : <StateChip run={run} />;
}

export function VerdictLine({ run }: { run: Run }) {
  const { lead, rest, tone, namesState } = verdictPhrase(run);
  return (
    <div className={styles.line}>
      <Notice tone={tone} {...icons[tone]}>
        <div className={styles.verdict}>
          <span>
            {namesState && !saysFailure(run) ? null : <b>{lead}</b>} {rest}
          </span>
          {run.validity && <ValidityChip validity={run.validity} />}
        </div>
      </Notice>
    </div>
  );
}

/** The first reason of the stamp; the others a press away. Silence when all is well. */
export function Doubts({ validity, opened }: { validity: Validity; opened: boolean }) {
  const [first, ...others] = validity.reasons;
  if (!first || validity.stamp === 'valid') return null;
  const title = stampTitle(validity);
  const said = (
    <>
      {title && <span className={styles.lead}>{title}</span>} {first}
    </>
  );
  if (others.length === 0) return <div className={styles.doubts}>{said}</div>;
  return (
    <details className={styles.doubts} open={opened}>
      <summary>
        {said} <span className={styles.moreReasons}>{runWords.why({ count: others.length })}</span>
      </summary>
      <ul>
        {others.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </details>
  );
}

/** The one place of a run's page that names its limit. `children`: what lifts it. */
export function LimitLine({ validity, children }: { validity: Validity; children: ReactNode }) {
  const sentence = limitSentence(validity);
  if (sentence === null && validity.advice.length === 0 && validity.limit !== 'client') return null;
  return (
    <div className="row tight">
      <p className={styles.offer}>{sentence}</p>
      {children}
    </div>
  );
}
