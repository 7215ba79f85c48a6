import { canStillHold, parseThreshold, type Threshold, type ThresholdResult } from '@plimsoll/contracts/threshold';
import { thresholdWords } from '@plimsoll/wording/en/chart';
import { formatFactor, formatShare } from '@plimsoll/wording/share';
import { unitFigure } from '@plimsoll/wording/unit-figure';
import { createElement as h, type ReactNode } from 'react';
import { Chip, type Mark } from '../chip.ts';
import { DataTable } from '../table/data-table.ts';
import type { Figures } from '../table/figure-table.ts';

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
export function ThresholdTable({ expressions, results, live }: Props): ReactNode {
  const [threshold, value, margin, verdict] = heads(live);
  return h(DataTable<Row>, {
    label: thresholdWords.title,
    rows: judgeAll(expressions, results, live),
    rowKey: ({ expression }) => expression,
    columns: [
      { key: 'threshold', head: threshold, cell: drawExpression },
      { key: 'value', head: value, numeric: true, cell: formatValue },
      { key: 'margin', head: margin, numeric: true, wideOnly: true, cell: formatMargin },
      { key: 'verdict', head: verdict, cell: ({ state }) => h(Chip, { mark: markState(state, live) }) },
    ],
  });
}

/** The same of a run that is over, as data. */
export function thresholdFigures(results: readonly ThresholdResult[]): Figures {
  const expressions = results.map(({ expression }) => expression);
  return {
    label: thresholdWords.title,
    head: heads(false),
    rows: judgeAll(expressions, results, false).map((row) => [
      row.expression,
      formatValue(row),
      formatMargin(row),
      markState(row.state, false).word,
    ]),
  };
}

const heads = (live: boolean) => [
  thresholdWords.threshold,
  live ? thresholdWords.now : thresholdWords.value,
  thresholdWords.margin,
  thresholdWords.verdict,
];

function judgeAll(expressions: readonly string[], results: readonly ThresholdResult[], live: boolean): Row[] {
  return expressions.flatMap((expression) => judge(expression, results, live) ?? []);
}

const formatValue = ({ threshold, value }: Row) => unitFigure(threshold.unit, value);

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

/** The margin to the limit: `12 %` is left, `−8 %`, or the figure is `12 × the limit`. */
function formatMargin({ margin, value, threshold: { limit } }: Row): string {
  if (margin === null || value === null) return '–';
  if (value >= 2 * limit) return thresholdWords.times({ factor: formatFactor(value / limit) });
  return `${margin < 0 ? '−' : ''}${formatShare(Math.abs(margin))}`;
}

/** `p(99){login} < 80ms` where login is named beside it. */
export function withoutRequest(expression: string): string {
  return expression.replace(/\s*\{[^{}]*\}/, '');
}

function drawExpression({ expression, threshold: { request } }: Row): ReactNode {
  return [
    h('code', { key: 'expression' }, withoutRequest(expression)),
    request !== null && h('span', { key: 'request', className: 'of-request' }, request),
  ];
}

const looks = {
  waiting: { tone: 'even', icon: 'clock' },
  broken: { tone: 'bad', icon: 'cross' },
  close: { tone: 'warn', icon: 'alert' },
  holds: { tone: 'good', icon: 'check' },
} as const;

function markState(state: State, live: boolean): Mark {
  const over = live ? {} : { broken: thresholdWords.failed, holds: thresholdWords.passed };
  return { ...looks[state], word: { ...thresholdWords, ...over }[state] };
}
