/** The times by which two arms are decided: those that its users mean, of what both of them have. */
import { type ComparedMetric, comparedPercentile } from '@plimsoll/contracts/compared-metric';
import { isPublishedBefore, tellsWaiting } from '@plimsoll/contracts/leading-time';
import { planUrl } from '@plimsoll/contracts/requests';
import { streamsOnly } from '@plimsoll/contracts/streaming';
import { targetMachine } from '@plimsoll/contracts/target-host';
import { type ComparedMessageTime, type ComparedTime, comparedMessageTimes, decidingTimes } from '@plimsoll/contracts/times';
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
  return machines.size === 1 && runs.every(({ summary }) => isPublishedBefore(summary));
}

/** The target's, with each that made a part of the load. */
function machinesOf({ run: { plan, generators, environment } }: ReadRun): string[] {
  const target = targetMachine(planUrl(plan));
  return (generators.length > 0 ? generators : [environment]).map((made) => `${target} ${made?.hostname}`);
}

function speaks({ run, measured }: ReadRun, name: ComparedMessageTime): boolean {
  const count = (of: ComparedMessageTime) => measured.details.get(of)?.times.totals.reduce((sum, values) => sum + values, 0) ?? 0;
  return tellsWaiting(name, streamsOnly(run.plan), count);
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
