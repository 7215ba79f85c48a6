/** The cost in connections of all runs of an arm. Pure. */
import { type Summary, tellsConnections } from '@plimsoll/contracts/summary';
import { summaryTimes } from '@plimsoll/contracts/times';

/** The times of opening a connection, whole and by phase. */
export const openingTimes = summaryTimes('connection');
type OpeningTime = (typeof openingTimes)[number];

interface Range {
  readonly low: number;
  readonly high: number;
}

export interface EconomyFigures {
  /** Null, as all that follows from it: not known of one of the runs. */
  readonly opened: number | null;
  /** Opened per second of measured time. */
  readonly openedPerSecond: number | null;
  /** Share of the requests sent on a connection that had carried one before. */
  readonly reused: number | null;
  readonly handshakesPerSecond: number | null;
  readonly requestsPerConnection: number | null;
  readonly closedByPeer: number | null;
  /** Open at once in any of the runs. */
  readonly most: number | null;
  /** Medians in µs, from the lowest of the runs to the highest: medians of several runs have no sum. */
  readonly openingP50Us: Readonly<Record<OpeningTime, Range | null>>;
  readonly requests: number;
  readonly failed: number;
}

export function sumEconomy(summaries: readonly Summary[]): EconomyFigures {
  const sum = (figure: (summary: Summary) => number) => summaries.reduce((total, summary) => total + figure(summary), 0);
  const isTold = summaries.every(tellsConnections);
  const told = <Value>(value: Value): Value | null => (isTold ? value : null);
  const over = (part: number, whole: number) => (isTold && whole > 0 ? part / whole : null);
  const range = (figure: (summary: Summary) => number | null): Range | null => {
    const known = summaries.flatMap((summary) => figure(summary) ?? []);
    return known.length === 0 ? null : { low: Math.min(...known), high: Math.max(...known) };
  };
  const opened = sum(({ connections }) => connections.opened);
  const sent = sum((summary) => summary.sent);
  const seconds = sum(({ durationMs }) => durationMs) / 1000;
  return {
    opened: told(opened),
    openedPerSecond: over(opened, seconds),
    reused: over(
      sum(({ connections }) => connections.reused),
      sent,
    ),
    handshakesPerSecond: over(
      sum(({ connections }) => connections.tlsHandshakes),
      seconds,
    ),
    requestsPerConnection: over(sent, opened),
    closedByPeer: told(sum(({ connections }) => connections.closedByPeer)),
    most: told(Math.max(0, ...summaries.map(({ connections }) => connections.open))),
    openingP50Us: Object.fromEntries(openingTimes.map((time) => [time, range((summary) => summary[time].p50Us)])) as Record<
      OpeningTime,
      Range | null
    >,
    requests: sum((summary) => summary.requests),
    failed: sum((summary) => summary.failed),
  };
}
