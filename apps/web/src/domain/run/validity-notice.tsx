import '../../i18n/run-text.ts';
import type { Validity } from '@plimsoll/contracts/run';
import type { Point } from '@plimsoll/contracts/sample';
import { formatBytes } from '@plimsoll/wording/bytes';
import { limitSentence } from '@plimsoll/wording/names';
import { formatShare } from '@plimsoll/wording/share';
import { formatUs } from '@plimsoll/wording/time';
import { IconGauge } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../ui/notice/notice.tsx';
import styles from './validity-notice.module.css';

/** Can the numbers be trusted? The reasons in plain words, and below them what can be done; silence when all is well. */
export function ValidityNotice({ validity, children }: { validity: Validity | null; children?: ReactNode }) {
  const { t } = useTranslation();
  if (!validity) return null;
  const limit = limitSentence(validity);
  if (validity.stamp === 'valid')
    return (
      limit && (
        <Notice tone="even">
          {limit}
          {children}
        </Notice>
      )
    );
  return (
    <Notice tone={validity.stamp === 'invalid' ? 'bad' : 'warn'}>
      <b>{t(validity.stamp === 'invalid' ? 'validity.invalidTitle' : 'validity.degradedTitle')}</b> {validity.reasons.join(' ')}
      {limit && ` ${limit}`}
      {children}
    </Notice>
  );
}

/** The generator's own pulse in one line. */
export function GeneratorStrip({ point, validity }: { point: Point | undefined; validity: Validity | null }) {
  const { t } = useTranslation();
  if (!point) return null;
  const { generator, sendLateness } = point;
  const strained = generator.cpu > 0.9 || generator.eventLoopUtilisation > 0.9 || generator.eventLoopDelayP99Us > 20_000;
  const doubted = validity !== null && validity.stamp !== 'valid';
  return (
    <section className={`card pad row ${styles.generator}`} aria-label={t('generator.title')}>
      <IconGauge size={18} aria-hidden color={strained || doubted ? 'var(--warn)' : 'var(--good)'} />
      <b className="small">{t(strained ? 'generator.strained' : doubted ? 'generator.now' : 'generator.healthy')}</b>
      <Figure label={t('generator.cpu')} value={formatShare(generator.cpu)} />
      <Figure label={t('generator.loop')} value={formatShare(generator.eventLoopUtilisation)} />
      <Figure label={t('generator.delay')} value={formatUs(generator.eventLoopDelayP99Us)} />
      <Figure label={t('generator.lateness')} value={formatUs(sendLateness.p99Us)} />
      <Figure label={t('generator.memory')} value={formatBytes(generator.rssBytes)} />
    </section>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <span className="small">
      <span className="soft">{label}</span> <span className="num">{value}</span>
    </span>
  );
}
