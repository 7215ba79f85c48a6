/** Judgements of a run as icons, for a row of a list: their words are read aloud, and shown where the pointer rests. */

import type { RunListItem } from '@plimsoll/contracts/run-list';
import type { Validity } from '@plimsoll/contracts/validity';
import { rowOfVerdict } from '@plimsoll/contracts/verdict';
import { runsWords } from '@plimsoll/wording/en/app';
import { metricShortWords, runLimitBriefWords, runLimitWords, validityWords, verdictWords } from '@plimsoll/wording/en/names';
import { asSentence, paragraph } from '@plimsoll/wording/list';
import { metricChange, worstCase } from '@plimsoll/wording/metric-figures';
import {
  IconAlertTriangle,
  IconArrowDown,
  IconArrowUp,
  IconCheck,
  IconEqual,
  IconGauge,
  IconQuestionMark,
  IconShieldQuestion,
  IconShieldX,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import runTableStyles from './table/run-table.module.css';

interface MarkProps {
  readonly icon: TablerIcon;
  /** A colour of the palette: `warn`. */
  readonly colour: string;
  readonly word: string;
  readonly title: string;
}

function Mark({ icon: Icon, colour, word, title }: MarkProps) {
  return (
    <span className={runTableStyles.rowMark} style={{ color: `var(--${colour})` }} title={title}>
      <Icon size={16} aria-hidden />
      <span className="sr-only">{word}</span>
    </span>
  );
}

/** The limit that held the load back: silent where nothing did, or where it is not known. */
export function LimitMark({ validity: { limit } }: { validity: Validity }) {
  if (limit === null || limit === 'none' || limit === 'unknown') return null;
  return <Mark icon={IconGauge} colour="ink3" word={runLimitBriefWords[limit]} title={runLimitWords[limit]} />;
}

const stamps = {
  valid: [IconCheck, 'good'],
  unwatched: [IconShieldQuestion, 'ink3'],
  degraded: [IconAlertTriangle, 'warn'],
  invalid: [IconShieldX, 'bad'],
} as const satisfies Record<Validity['stamp'], readonly [TablerIcon, string]>;

export function ValidityMark({ validity: { stamp, reasons } }: { validity: Validity }) {
  const [icon, colour] = stamps[stamp];
  const word = validityWords[stamp];
  return <Mark icon={icon} colour={colour} word={word} title={paragraph([asSentence(word), ...reasons])} />;
}

/** Its thresholds pass, or so many of them failed. */
export function ThresholdMark({ run: { thresholds } }: { run: RunListItem }) {
  if (thresholds.length === 0) return <span className={`faint ${runTableStyles.none}`}>–</span>;
  const of = thresholds.length;
  const failed = thresholds.filter((one) => !one.passed).length;
  const passed = failed === 0;
  const Icon = passed ? IconCheck : IconX;
  return (
    <span
      className={runTableStyles.rowMark}
      style={{ color: `var(--${passed ? 'good' : 'bad'})` }}
      title={passed ? runsWords.held({ of }) : undefined}
    >
      <Icon size={16} aria-hidden /> {passed ? `${of}/${of}` : runsWords.broken({ failed, of })}
    </span>
  );
}

/** The verdict against the baseline with the change that leads it; of one that is not decided, how much worse the run may be at most. */
export function BaselineMark({ run }: { run: RunListItem }) {
  const { baseline } = run;
  if (!baseline) return <span className={`faint ${runTableStyles.none}`}>–</span>;
  const { tone, sign } = rowOfVerdict(baseline.verdict);
  const [leading] = baseline.metrics;
  const isChange = sign === null;
  const isOpenFigure = sign === '?' && !baseline.code?.outdated && !baseline.code?.refused;
  const change = leading && (isChange ? metricChange(leading) : isOpenFigure && worstCase(leading));
  const Arrow = (leading?.deltaRelative ?? 0) > 0 ? IconArrowUp : IconArrowDown;
  const Icon = isChange ? Arrow : sign === '=' ? IconEqual : IconQuestionMark;
  return (
    <Link
      to="/compare"
      search={{ base: baseline.baselineRunId, candidate: run.id }}
      title={baseline.sentence}
      className={runTableStyles.rowMark}
      style={{ color: `var(--${tone === 'even' ? 'ink2' : tone})` }}
    >
      <Icon size={16} aria-hidden />
      <span className="sr-only">{verdictWords[baseline.verdict]}</span>
      {change && ` ${metricShortWords[leading.metric]} ${change}`}
    </Link>
  );
}
