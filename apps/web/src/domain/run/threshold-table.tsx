import { canStillHold, parseThreshold, type Threshold, type ThresholdResult } from '@plimsoll/contracts/threshold';
import { DataTable } from '@plimsoll/pages/data-table';
import { thresholdWords } from '@plimsoll/wording/en/chart';
import { formatFactor, formatShare } from '@plimsoll/wording/share';
import { unitFigure } from '@plimsoll/wording/unit-figure';
import { IconAlertTriangle, IconCheck, IconClock, IconX } from '@tabler/icons-react';
import chipStyles from '../../ui/chip.module.css';
import { Chip } from '../../ui/chip.tsx';
import { withoutRequest } from './table/run-rows.ts';

/** The distance from the limit, as a share of it; negative when broken, null without a value or for a limit of 0. */
function relativeMargin(threshold: Threshold, value: number | null): number | null {
  if (value === null || threshold.limit === 0) return null;
  const room = threshold.operator.startsWith('<') ? threshold.limit - value : value - threshold.limit;
  return room / threshold.limit;
}

const closeMargin = 0.1;

interface Props {
  readonly expressions: readonly string[];
  readonly results: readonly ThresholdResult[];
  readonly live: boolean;
}

/** Every threshold with its figure, its margin and its word. */
export function ThresholdTable({ expressions, results, live }: Props) {
  const rows = expressions.flatMap((expression) => {
    const row = judge(expression, results, live);
    return row ? [row] : [];
  });
  return (
    <DataTable
      label={thresholdWords.title}
      rows={rows}
      rowKey={({ expression }) => expression}
      columns={[
        { key: 'threshold', head: thresholdWords.threshold, cell: (row) => <Expression row={row} /> },
        {
          key: 'value',
          head: live ? thresholdWords.now : thresholdWords.value,
          numeric: true,
          cell: ({ threshold, value }) => unitFigure(threshold.unit, value),
        },
        { key: 'margin', head: thresholdWords.margin, numeric: true, wideOnly: true, cell: formatMargin },
        { key: 'verdict', head: thresholdWords.verdict, cell: ({ state }) => <StateWord state={state} live={live} /> },
      ]}
    />
  );
}

type State = 'waiting' | 'broken' | 'close' | 'holds';

interface Row {
  readonly expression: string;
  readonly threshold: Threshold;
  readonly value: number | null;
  readonly margin: number | null;
  readonly state: State;
}

/** Null for an expression that cannot be read. */
function judge(expression: string, results: readonly ThresholdResult[], live: boolean): Row | null {
  const threshold = parseThreshold(expression);
  if ('error' in threshold) return null;
  const result = results.find((one) => one.expression === expression);
  const value = result?.value ?? null;
  const margin = relativeMargin(threshold, value);
  if (!result || (value === null && live)) return { expression, threshold, value, margin, state: 'waiting' };
  if (!result.passed && live && canStillHold(threshold)) return { expression, threshold, value, margin, state: 'waiting' };
  if (!result.passed) return { expression, threshold, value, margin, state: 'broken' };
  return { expression, threshold, value, margin, state: margin !== null && margin < closeMargin ? 'close' : 'holds' };
}

/** Of the limit: `12 %` is left, `−8 %`, or the figure is `12 × the limit`. */
function formatMargin({ margin, value, threshold: { limit } }: Row): string {
  if (margin === null || value === null) return '–';
  if (value >= 2 * limit) return thresholdWords.times({ factor: formatFactor(value / limit) });
  return `${margin < 0 ? '−' : ''}${formatShare(Math.abs(margin))}`;
}

function Expression({ row }: { row: Row }) {
  return (
    <>
      <code>{withoutRequest(row.expression)}</code>
      {row.threshold.request !== null && <span className={`${chipStyles.tag} ${chipStyles.inRow}`}>{row.threshold.request}</span>}
    </>
  );
}

const looks = {
  waiting: ['even', IconClock],
  broken: ['bad', IconX],
  close: ['warn', IconAlertTriangle],
  holds: ['good', IconCheck],
} as const;

function StateWord({ state, live }: { state: State; live: boolean }) {
  const [tone, icon] = looks[state];
  return (
    <Chip tone={tone} icon={icon}>
      {state === 'broken' && !live ? thresholdWords.failed : state === 'holds' && !live ? thresholdWords.passed : thresholdWords[state]}
    </Chip>
  );
}
