import type { Experiment } from '@plimsoll/contracts/experiment';
import { noiseSentence } from '@plimsoll/wording/arm-words';
import { experimentWords } from '@plimsoll/wording/en/comparison';
import { armNames } from '@plimsoll/wording/experiment-figures';
import { namedVariants, sentenceOfArms } from '@plimsoll/wording/named-arms';
import { IconWaveSine } from '@tabler/icons-react';
import { isUnderWay } from '../../../api/experiments.ts';
import { ArmsView } from '../../../domain/comparison/arms-view.tsx';
import { Notice } from '../../../ui/notice/notice.tsx';
import styles from './verdicts-view.module.css';

/** The base against each other variant, live while runs come in. */
export function VerdictsView({ experiment }: { experiment: Experiment }) {
  const arms = namedVariants(experiment.comparisons, armNames(experiment));
  if (!arms) return isUnderWay(experiment.state) ? <p className="soft">{experimentWords.waiting}</p> : null;
  const [only, ...more] = arms.candidates;
  return (
    <>
      {experiment.kind === 'ab' && only && more.length === 0 && (
        <p className={styles.verdictLead}>
          {isUnderWay(experiment.state) && <span className="soft">{experimentWords.live} </span>}
          {sentenceOfArms(arms)}
        </p>
      )}
      <ArmsView arms={arms} noiseSaid={experiment.kind === 'aa'} tablesOnly={arms.base.arm.points.length === 0} />
    </>
  );
}

/** The finding of an A/A: the change below which this setup is blind. */
export function NoiseView({ experiment }: { experiment: Experiment }) {
  const over = !isUnderWay(experiment.state);
  return (
    <div style={{ marginBlockStart: 14 }}>
      {experiment.noiseFloor === null ? (
        <p className="soft">{over ? noiseSentence(null) : experimentWords.noiseWait}</p>
      ) : (
        <Notice tone="calm" icon={IconWaveSine}>
          <b style={{ fontSize: 17 }}>{noiseSentence(experiment.noiseFloor)}</b>
          <div>{experimentWords.noiseWhy}</div>
        </Notice>
      )}
      <VerdictsView experiment={experiment} />
    </div>
  );
}
