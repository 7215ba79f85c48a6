/** The times by which two arms are decided: those that its users mean, of what both of them have. */
import { type ComparedMetric, comparedPercentile } from '@plimsoll/contracts/compared-metric';
import { planUrl } from '@plimsoll/contracts/requests';
import { streamsOnly } from '@plimsoll/contracts/streaming';
import { targetMachine } from '@plimsoll/contracts/target-host';
import { type ComparedMessageTime, type ComparedTime, comparedMessageTimes, decidingTimes, needsOfTimes } from '@plimsoll/contracts/times';
import type { RunSeries } from '../bootstrap/run-series.ts';
import { inTurns, type ReadRun, seriesOfRun } from './measured/read-run.ts';

type Runs = readonly ReadRun[];

/** Those that decide between two arms, in the table's order. */
export function timesThatDecide(base: Runs, candidate: Runs): ComparedTime[] {
  const runs = [...base, ...candidate];
  const ofStreams = comparedMessageTimes.filter((name) => runs.every((run) => speaks(run, name)));
  if (ofStreams.includes('publishTime') && !isOneClock(runs)) ofStreams.splice(ofStreams.indexOf('publishTime'), 1);
  return decidingTimes(['responseTime', ...ofStreams]);
}

/** One machine published and one received, and neither clock was ahead of the other by more. Else these times would tell clocks apart. */
function isOneClock(runs: Runs): boolean {
  const machines = new Set(runs.flatMap(machinesOf));
  return machines.size === 1 && runs.every(({ summary }) => (summary.stream?.publishTime?.p50Us ?? 0) > fromTheFutureUs);
}

/** The target's, with each that made a part of the load. */
function machinesOf({ run: { plan, generators, environment } }: ReadRun): string[] {
  const target = targetMachine(planUrl(plan));
  return (generators.length > 0 ? generators : [environment]).map((made) => `${target} ${made?.hostname}`);
}

/** A message from the future counts as none, or as the least that a histogram holds. */
const fromTheFutureUs = 1;

/**
 * Does it say how long those wait who use such streams? Tokens do. Messages do where each request is a stream, and several come: a unary call,
 * or an answer that comes at once, has no gap. A round trip does where no more came than were answers; the time from publishing where most say it.
 */
function speaks({ run, measured }: ReadRun, name: ComparedMessageTime): boolean {
  const count = (of: ComparedMessageTime) => measured.details.get(of)?.times.totals.reduce((sum, values) => sum + values, 0) ?? 0;
  if (count(name) === 0 || needsOfTimes(name) === 'tokens') return count(name) > 0;
  const gaps = count('messageGap');
  if (name === 'publishTime') return streamsOnly(run.plan) && 2 * count(name) >= gaps + count('firstMessageTime');
  return streamsOnly(run.plan) && gaps > 0 && (name !== 'messageRoundTrip' || count(name) >= gaps);
}

export interface DecidingSeries {
  /** The median that an experiment of both is planned by: p50 of the first of the times that decide. */
  readonly of: ComparedMetric;
  readonly base: readonly RunSeries[];
  readonly candidate: readonly RunSeries[];
}

/** The series of the runs of two arms that their median is read from. */
export function decidingSeries(base: Runs, candidate: Runs): DecidingSeries {
  const [first = 'responseTime'] = timesThatDecide(base, candidate);
  const seriesOf = (one: ReadRun) => {
    const own = first === 'responseTime' ? undefined : one.measured.details.get(first as ComparedMessageTime);
    return own ? inTurns(one.run, own) : seriesOfRun(one);
  };
  return { of: comparedPercentile('p50', first), base: base.map(seriesOf), candidate: candidate.map(seriesOf) };
}
