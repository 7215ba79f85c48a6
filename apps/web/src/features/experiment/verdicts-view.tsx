import type { Experiment } from '@plimsoll/contracts/experiment';
import { armNames } from '@plimsoll/wording/experiment-figures';
import { namedVariants } from '@plimsoll/wording/named-arms';
import { formatShare } from '@plimsoll/wording/share';
import { IconWaveSine } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isUnderWay } from '../../api/experiments.ts';
import { ArmsView } from '../../domain/comparison/arms-view.tsx';
import { Notice } from '../../ui/notice.tsx';
import './verdicts-view.css';

/** The base against each other variant, live while runs come in. */
export function VerdictsView({ experiment }: { experiment: Experiment }) {
  const { t } = useTranslation();
  const arms = namedVariants(experiment.comparisons, armNames(experiment));
  if (!arms) return isUnderWay(experiment.state) ? <p className="soft">{t('experiment.waiting')}</p> : null;
  const [only, ...more] = arms.candidates;
  return (
    <>
      {experiment.kind === 'ab' && only && more.length === 0 && (
        <p className="verdict-lead">
          {isUnderWay(experiment.state) && <span className="soft">{t('experiment.live')} </span>}
          {only.arm.sentence}
        </p>
      )}
      <ArmsView arms={arms} noiseSaid={experiment.kind === 'aa'} tablesOnly={arms.base.arm.points.length === 0} />
    </>
  );
}

/** What an A/A found: the change below which this setup is blind. */
export function NoiseView({ experiment }: { experiment: Experiment }) {
  const { t } = useTranslation();
  const over = !isUnderWay(experiment.state);
  return (
    <div style={{ marginBlockStart: 14 }}>
      {experiment.noiseFloor === null ? (
        <p className="soft">{t(over ? 'experiment.noiseNone' : 'experiment.noiseWait')}</p>
      ) : (
        <Notice tone="calm" icon={IconWaveSine}>
          <b style={{ fontSize: 17 }}>{t('experiment.noiseFloor', { share: formatShare(experiment.noiseFloor) })}</b>
          <div>{t('experiment.noiseWhy')}</div>
        </Notice>
      )}
      <VerdictsView experiment={experiment} />
    </div>
  );
}
