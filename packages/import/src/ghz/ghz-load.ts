/** Workers, connections, rate and end of a ghz command as a load. A stream is one request of it, however many messages are in it. */
import type { Unmapped } from '@plimsoll/contracts/imported-command';
import type { PlanInput } from '@plimsoll/contracts/plan';
import { importedWords } from '@plimsoll/wording/en/import';
import { formatCount } from '@plimsoll/wording/number';
import { numberOr, readTimeMs } from '../command/amount.ts';
import { listGiven } from '../command/read-flags.ts';
import type { GhzFlag, GhzFlags } from './ghz-flags.ts';
import { peakOf, type Schedule, secondsOfRequests, settledSeconds, stagesOfTime, writeSeconds } from './ghz-schedule.ts';
import { readSchedule } from './ghz-schedule-flags.ts';

export interface GhzLoad {
  readonly load: PlanInput['load'];
  readonly connection: NonNullable<PlanInput['connection']>;
  readonly unmapped: readonly Unmapped[];
  readonly notes: readonly string[];
}
interface Ends {
  /** Null: it ends by time alone. */
  readonly requests: number | null;
  readonly seconds: number | null;
}

const workerFlags = [
  'concurrencySchedule',
  'concurrencyStart',
  'concurrencyStep',
  'concurrencyEnd',
  'concurrencyStepDuration',
  'concurrencyMaxDuration',
] as const satisfies readonly GhzFlag[];
/** The most streams that a plan may have on a connection. */
const mostStreams = 1000;
/** Where nothing says when it ends. */
const firstSeconds = 10;

/** Without a rate a closed load, with one an open load that ends by time. Defaults: 200 calls, 50 workers, one connection. */
export function makeGhzLoad(given: GhzFlags): GhzLoad {
  const notes: string[] = [];
  const unmapped: Unmapped[] = [];
  const ignore = (...names: GhzFlag[]) => unmapped.push(...names.flatMap((name) => listGiven(given.all(name), 'ignored')));
  const ends = readEnds(given);
  if (ends.requests === null) ignore('total');
  if (given.last('maxDuration')) ignore('duration');
  const rates = readSchedule(given, 'load', unmapped);
  const workers = readSchedule(given, 'concurrency', unmapped);
  const rate = numberOr(given.last('rps'), 0);
  if (rates) ignore('rps');
  if (workers) ignore('concurrency');
  const isOpen = rates !== null || rate > 0;
  const isAsync = given.has('async');
  if (isAsync && !isOpen) unmapped.push(...listGiven(given.all('async'), 'async'));
  if (workers && !isOpen) {
    unmapped.push(...listGiven([...given.all('total'), ...given.all('connections')], 'ramps'));
    return { ...rampWorkers(given, workers, ends, notes), unmapped, notes };
  }
  if (workers) unmapped.push(...workerFlags.flatMap((name) => listGiven(given.all(name), 'waiting')));
  const most = workers ? peakOf(workers) : Math.max(1, numberOr(given.last('concurrency'), 50));
  const connections = Math.max(1, Math.min(numberOr(given.last('connections'), 1), most));
  if (isOpen && isAsync) ignore('concurrency');
  const connection = isOpen && isAsync ? asyncConnection(notes) : sharedConnection(most, connections, notes);
  if (isOpen && !isAsync) notes.push(importedWords.note.waits({ tool: 'ghz' }));
  const load = isOpen ? { ...openLoad(rates ?? rate, ends, notes), maxConnections: connections } : closedLoad(connections, ends, notes);
  return { load, connection, unmapped, notes };
}

/** --max-duration goes before --duration, which leaves out the number of calls. */
function readEnds(given: GhzFlags): Ends {
  const total = numberOr(given.last('total'), 200);
  const lasting = (name: 'duration' | 'maxDuration') => {
    const written = given.last(name);
    return written ? readTimeMs(written) / 1000 || null : null;
  };
  const [most, duration] = [lasting('maxDuration'), lasting('duration')];
  return { requests: most === null && duration !== null ? null : total, seconds: most ?? duration };
}

function closedLoad(connections: number, { requests, seconds }: Ends, notes: string[]): PlanInput['load'] {
  const duration = seconds === null ? undefined : writeSeconds(seconds);
  if (requests !== null && duration !== undefined) notes.push(importedWords.note.firstOf({ requests: formatCount(requests), duration }));
  return { model: 'closed', connections, ...(requests === null ? {} : { requests }), ...(duration === undefined ? {} : { duration }) };
}

function openLoad(rate: number | Schedule, { requests, seconds }: Ends, notes: string[]): Extract<PlanInput['load'], { model: 'open' }> {
  const byCount = requests === null ? null : typeof rate === 'number' ? requests / rate : secondsOfRequests(rate, requests);
  const all = Math.min(byCount ?? Number.POSITIVE_INFINITY, seconds ?? Number.POSITIVE_INFINITY);
  const length = Number.isFinite(all) ? (all === byCount ? shortened(all, rate) : all) : firstSeconds;
  const duration = writeSeconds(length);
  if (!Number.isFinite(all)) notes.push(importedWords.note.forever({ tool: 'ghz', duration }));
  else if (requests !== null && all === byCount)
    notes.push(
      typeof rate === 'number'
        ? importedWords.note.requestsAsTime({ requests: formatCount(requests), rate: formatCount(rate), duration })
        : importedWords.note.callsAsTime({ requests: formatCount(requests), duration }),
    );
  else if (requests !== null) notes.push(importedWords.note.timeFirst({ requests: formatCount(requests), duration }));
  if (typeof rate === 'number') return { model: 'open', rate, duration };
  if (rate.kind === 'line') notes.push(importedWords.note.line);
  const { start, stages } = stagesOfTime(rate, length);
  return { model: 'open', startRate: start, stages };
}

/** One request more would be due at the end of this time. Whole ms read better than µs, where they lose no request. */
function shortened(seconds: number, rate: number | Schedule): number {
  const perSecond = typeof rate === 'number' && rate <= 1000 ? 1e3 : 1e6;
  const units = Math.floor(seconds * perSecond + 1e-6);
  return units > 0 ? units / perSecond : seconds;
}

/** Workers that share connections, each with one call under way. */
function sharedConnection(workers: number, connections: number, notes: string[]): GhzLoad['connection'] {
  const streams = Math.ceil(workers / connections);
  if (streams > mostStreams) {
    notes.push(importedWords.note.streams({ most: formatCount(mostStreams) }));
    return { protocol: 'grpc', streams: mostStreams };
  }
  return { protocol: 'grpc', streams, ...(streams * connections > workers ? { maxActiveRequests: workers } : {}) };
}

function asyncConnection(notes: string[]): GhzLoad['connection'] {
  notes.push(importedWords.note.async({ most: formatCount(mostStreams) }));
  return { protocol: 'grpc', streams: mostStreams };
}

/** Connections are what a closed load ramps, so each worker has its own; such a load ends with its stages. */
function rampWorkers(given: GhzFlags, workers: Schedule, { seconds }: Ends, notes: string[]): Pick<GhzLoad, 'load' | 'connection'> {
  const settled = settledSeconds(workers);
  const length = seconds ?? (settled === null ? firstSeconds : settled + workers.stepSeconds);
  const { start, stages } = stagesOfTime(workers, length, true);
  notes.push(importedWords.note.workers({ connections: formatCount(numberOr(given.last('connections'), 1)) }));
  if (seconds === null || given.last('maxDuration')) notes.push(importedWords.note.ramps({ duration: writeSeconds(length) }));
  return { load: { model: 'closed', startConnections: start, stages }, connection: { protocol: 'grpc' } };
}
