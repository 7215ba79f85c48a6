import type { Validity } from '@plimsoll/contracts/validity';
import { runLimitBriefWords, runLimitWords, validityWords } from '@plimsoll/wording/en/names';
import { IconAlertTriangle, IconGauge } from '@tabler/icons-react';
import runTableStyles from './table/run-table.module.css';

/** The limit that held the load back, as small print below the state of a run: silent where nothing did, or where it is not known. */
export function LimitMark({ validity }: { validity: Validity }) {
  const { limit } = validity;
  if (limit === null || limit === 'none' || limit === 'unknown') return null;
  return (
    <div className={`small soft ${runTableStyles.stateMark}`} title={runLimitWords[limit]}>
      <IconGauge size={13} aria-hidden /> {runLimitBriefWords[limit]}
    </div>
  );
}

/** The stamp as small print below the state of a run. */
export function ValidityMark({ validity }: { validity: Validity }) {
  return (
    <div
      className={`small ${runTableStyles.stateMark} ${runTableStyles.stamp}`}
      data-stamp={validity.stamp}
      title={validity.reasons.join(' ')}
    >
      <IconAlertTriangle size={13} aria-hidden /> {validityWords[validity.stamp]}
    </div>
  );
}
