/** ghz's `step` and `line` schedules, of a rate or of workers, as stages. */
import { longestDurationMs } from '@plimsoll/contracts/bounds';
import { type Duration, formatDuration } from '@plimsoll/contracts/duration';
import { rateAt, rateLine, timeOfArea } from '@plimsoll/contracts/rate-line';

export interface Schedule {
  readonly kind: 'step' | 'line';
  readonly start: number;
  /** By how much a step changes it; of a line: by how much each second does. Not 0. */
  readonly step: number;
  readonly stepSeconds: number;
  /** Where it stays then; null: nowhere. */
  readonly end: number | null;
  /** After which it changes no more. */
  readonly maxSeconds: number | null;
}

interface Stage {
  readonly to: number;
  readonly overSeconds: number;
}
interface Stages {
  readonly start: number;
  readonly stages: readonly Stage[];
}

/** More than a plan has room for: the plan then says so. */
const mostSteps = 60;

/** The most that it comes to, at least 1; of one without an end, where it begins. */
export function peakOf({ start, step, stepSeconds, end, maxSeconds }: Schedule): number {
  return Math.max(1, start, end ?? start + step * Math.floor((maxSeconds ?? 0) / stepSeconds));
}

/** Seconds until the schedule changes no more; null if it never does. */
export function settledSeconds({ kind, start, step, stepSeconds, end, maxSeconds }: Schedule): number | null {
  if (maxSeconds !== null) return maxSeconds;
  if (end === null) return step < 0 ? (start / -step) * stepSeconds : null;
  const steps = Math.max(0, (end - start) / step);
  return kind === 'line' ? steps * stepSeconds : (Math.floor(steps) + 1) * stepSeconds;
}

/** The schedule for this many seconds, what follows it at its last value. */
function scheduleStages(schedule: Schedule, seconds: number): Stages {
  const { kind, start, step, stepSeconds, end, maxSeconds } = schedule;
  const settled = Math.min(seconds, settledSeconds(schedule) ?? seconds);
  const changing: Stage[] = [];
  if (kind === 'line') changing.push({ to: Math.max(0, start + (step * settled) / stepSeconds), overSeconds: settled });
  else
    for (let at = 0; at < mostSteps && at * stepSeconds < settled; at++) {
      const to = Math.max(0, start + at * step);
      if (at > 0) changing.push({ to, overSeconds: 0 });
      changing.push({ to, overSeconds: Math.min(stepSeconds, settled - at * stepSeconds) });
    }
  const reached = maxSeconds === null ? (changing.at(-1)?.to ?? start) : Math.max(0, start + step * Math.floor(maxSeconds / stepSeconds));
  const last = end ?? reached;
  const rest = seconds - settled;
  if (rest > 0) {
    if (last !== changing.at(-1)?.to) changing.push({ to: last, overSeconds: 0 });
    changing.push({ to: last, overSeconds: rest });
  }
  return { start, stages: changing };
}

/** To the µs: a longer time could hold a request more. */
export function writeSeconds(seconds: number): Duration {
  const us = Math.round(Math.min(seconds * 1e6, longestDurationMs * 1000));
  return us === 0 ? '0s' : formatDuration(us / 1000);
}

/** Stages that last so long. `whole`: of workers. */
export function stagesOfTime(schedule: Schedule, seconds: number, whole = false) {
  const { start, stages } = scheduleStages(schedule, seconds);
  const round = (value: number) => (whole ? Math.round(value) : Number(value.toPrecision(12)));
  return {
    start,
    stages: stages.map(({ to, overSeconds }) => ({ to: round(to), over: writeSeconds(overSeconds) })),
  };
}

/** Seconds until a rate by this schedule has made so many requests; null if it never does. */
export function secondsOfRequests(schedule: Schedule, requests: number): number | null {
  const settled = settledSeconds(schedule);
  const { stages, start } = scheduleStages(schedule, settled ?? Math.max(10 * schedule.stepSeconds, requests));
  const line = rateLine(start, stages);
  if (line.area >= requests) return timeOfArea(line, requests);
  const last = schedule.end ?? rateAt(line, line.seconds);
  return last > 0 ? line.seconds + (requests - line.area) / last : null;
}
