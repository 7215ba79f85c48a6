import type { Validity } from '@plimsoll/contracts/run';
import type { Point } from '@plimsoll/contracts/sample';
import { formatBytes } from '@plimsoll/wording/bytes';
import { validityWords } from '@plimsoll/wording/en/names';
import { generatorWords } from '@plimsoll/wording/en/run';
import { limitSentence } from '@plimsoll/wording/names';
import { formatShare } from '@plimsoll/wording/share';
import { formatUs } from '@plimsoll/wording/time';
import { IconGauge } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Notice } from '../../ui/notice/notice.tsx';
import styles from './validity-notice.module.css';

/** Can the numbers be trusted? The reasons in plain words, and below them what can be done; silence when all is well. */
export function ValidityNotice({ validity, children }: { validity: Validity | null; children?: ReactNode }) {
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
      <b>{validity.stamp === 'invalid' ? validityWords.invalidTitle : validityWords.degradedTitle}</b> {validity.reasons.join(' ')}
      {limit && ` ${limit}`}
      {children}
    </Notice>
  );
}

/** The generator's own pulse in one line. */
export function GeneratorStrip({ point, validity }: { point: Point | undefined; validity: Validity | null }) {
  if (!point) return null;
  const { generator, sendLateness } = point;
  const strained = generator.cpu > 0.9 || generator.eventLoopUtilisation > 0.9 || generator.eventLoopDelayP99Us > 20_000;
  const doubted = validity !== null && validity.stamp !== 'valid';
  return (
    <section className={`card pad row ${styles.generator}`} aria-label={generatorWords.title}>
      <IconGauge size={18} aria-hidden color={strained || doubted ? 'var(--warn)' : 'var(--good)'} />
      <b className="small">{strained ? generatorWords.strained : doubted ? generatorWords.now : generatorWords.healthy}</b>
      <Figure label={generatorWords.cpu} value={formatShare(generator.cpu)} />
      <Figure label={generatorWords.loop} value={formatShare(generator.eventLoopUtilisation)} />
      <Figure label={generatorWords.delay} value={formatUs(generator.eventLoopDelayP99Us)} />
      <Figure label={generatorWords.lateness} value={formatUs(sendLateness.p99Us)} />
      <Figure label={generatorWords.memory} value={formatBytes(generator.rssBytes)} />
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
