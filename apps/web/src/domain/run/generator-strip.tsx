import type { Point } from '@plimsoll/contracts/sample';
import type { Validity } from '@plimsoll/contracts/validity';
import { formatBytes } from '@plimsoll/wording/bytes';
import { generatorWords } from '@plimsoll/wording/en/run';
import { formatShare } from '@plimsoll/wording/share';
import { formatUs } from '@plimsoll/wording/time';
import { IconGauge } from '@tabler/icons-react';
import styles from './generator-strip.module.css';

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
