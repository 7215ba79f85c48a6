import type { Experiment } from '@plimsoll/contracts/experiment';
import { noiseSentence } from '@plimsoll/wording/arm-words';
import { experimentWords } from '@plimsoll/wording/en/comparison';
import { armNames } from '@plimsoll/wording/experiment-figures';
import { namedVariants, saidOfArms } from '@plimsoll/wording/named-arms';
import { IconWaveSine } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { isUnderWay } from '../../../api/experiments.ts';
import { ArmsView } from '../../../domain/comparison/arms-view.tsx';
import { Remarks } from '../../../domain/comparison/remarks.tsx';
import { DecideIt } from '../../../domain/experiment/decide-it.tsx';
import { Notice } from '../../../ui/notice/notice.tsx';
import { tooShortPair } from './too-short.ts';
import styles from './verdicts-view.module.css';

/** The base against each other variant, live while runs come in. `children`: how it ended. */
export function VerdictsView({ experiment, children }: { experiment: Experiment; children?: ReactNode }) {
  const arms = namedVariants(experiment.comparisons, armNames(experiment));
  const underWay = isUnderWay(experiment.state);
  if (!arms) return underWay ? <p className="soft">{experimentWords.waiting}</p> : children;
  const said = experiment.kind === 'ab' ? saidOfArms(arms) : null;
  const short = !underWay && tooShortPair(experiment);
  return (
    <>
      {said && (
        <p className={styles.verdictLead}>
          {underWay && <span className="soft">{experimentWords.live} </span>}
          {said.headline}
        </p>
      )}
      {children}
      {said && <Remarks said={said.remarks} />}
      {short && <DecideIt {...short} />}
      <ArmsView arms={arms} noiseSaid={experiment.kind === 'aa'} tablesOnly={arms.base.arm.points.length === 0} />
    </>
  );
}

/** The finding of an A/A: the change below which this setup is blind. `children`: how it ended. */
export function NoiseView({ experiment, children }: { experiment: Experiment; children?: ReactNode }) {
  const over = !isUnderWay(experiment.state);
  return (
    <div style={{ marginBlockStart: 14 }}>
      {experiment.noiseFloor === null ? (
        <p className="soft">{over ? noiseSentence(null) : experimentWords.noiseWait}</p>
      ) : (
        <Notice tone="calm" icon={IconWaveSine}>
          <b style={{ fontSize: 17 }}>{noiseSentence(experiment.noiseFloor)}</b>
          <div>
            {experimentWords.noiseWhy} {experiment.state === 'completed' && experiment.planId !== null && experimentWords.noiseKept}
          </div>
        </Notice>
      )}
      <VerdictsView experiment={experiment}>{children}</VerdictsView>
    </div>
  );
}
