/** Reads a window of a long run: of its minutes what the summary is made of, of its seconds what cannot be read of minutes. */
import type { ComparedWindow } from '@plimsoll/contracts/comparison';
import { isTerminal, type Run } from '@plimsoll/contracts/run';
import type { Sample } from '@plimsoll/contracts/sample';
import { streamKinds } from '@plimsoll/contracts/streaming';
import type { Summary } from '@plimsoll/contracts/summary';
import { detailTimes, messageTimes } from '@plimsoll/contracts/times';
import { listRequests, ownGrid, type RunGrid } from '@plimsoll/statistics/comparison-grid';
import { measureRun } from '@plimsoll/statistics/measured-run';
import { minuteOf, minuteSeconds } from '@plimsoll/statistics/merge-minutes';
import type { ReadRun } from '@plimsoll/statistics/read-run';
import { summarise } from '@plimsoll/statistics/summary';
import type { Db } from '@plimsoll/store/db';
import { readSampleExtent } from '@plimsoll/store/measured-runs';
import type { SampleSelection } from '@plimsoll/store/sample-row';
import { readSamples } from '@plimsoll/store/samples';
import { findMinutes, isWorthKeeping, type KeptPlace, keepMinutes } from './kept-measures.ts';

export interface WindowToRead {
  readonly teamId: string;
  /** It is over and was judged. */
  readonly run: Run;
  readonly grid: RunGrid;
  readonly charted: boolean;
  readonly window: ComparedWindow;
}

/** The sources of series and charts. */
const fewTimes = { histograms: ['responseTime', ...detailTimes], requestHistograms: ['responseTime'] } as const;
/** The same of streams. */
const streamTimes = { ...fewTimes, histograms: [...fewTimes.histograms, ...messageTimes] } as const;

/** Null of a run too short to have its minutes kept. */
export async function readWindow(db: Db, { teamId, run, grid, charted, window }: WindowToRead): Promise<Omit<ReadRun, 'judged'> | null> {
  const times = streamKinds(run.plan).messages ? streamTimes : fewTimes;
  const read = await readCondensed(db, { teamId, run, window, times });
  if (!read) return null;
  return {
    run,
    measured: measureRun(read.seconds, grid, { requests: listRequests(run.plan), charted }),
    summary: summarise(read.condensed, run.plan.errorStatuses, read.seconds),
  };
}

/** The figures of the measured seconds of a window: what a summary of these seconds alone says. */
export async function summariseWindow(db: Db, { teamId, run, window }: Pick<WindowToRead, 'teamId' | 'run' | 'window'>): Promise<Summary> {
  const read = isTerminal(run.state)
    ? await readCondensed(db, { teamId, run, window, times: { histograms: [], requestHistograms: [] } })
    : null;
  if (read) return summarise(read.condensed, run.plan.errorStatuses, read.seconds);
  const withoutRequests = listRequests(run.plan).length === 0;
  return summarise(await readSamples(db, teamId, run.id, { measuredOnly: true, withoutRequests, ...window }), run.plan.errorStatuses);
}

interface CondensedToRead extends Pick<WindowToRead, 'teamId' | 'run' | 'window'> {
  /** Read of seconds whose minutes are kept. */
  readonly times: Pick<SampleSelection, 'histograms' | 'requestHistograms'>;
}

interface Condensed {
  readonly seconds: readonly Sample[];
  /** The same, of which whole minutes are one sample each. */
  readonly condensed: readonly Sample[];
}

/** Null of a run too short to have its minutes kept. */
async function readCondensed(db: Db, { teamId, run, window, times }: CondensedToRead): Promise<Condensed | null> {
  const place = { teamId, runId: run.id };
  const all = (await findMinutes(db, place)) ?? (await makeMinutes(db, place));
  if (!all) return null;
  const minutes = pickMinutes(all, window);
  const [first, last] = [minutes[0], minutes.at(-1)];
  const from = first ? minuteOf(first.second) * minuteSeconds : window.to;
  const to = last ? (minuteOf(last.second) + 1) * minuteSeconds : window.to;
  const withoutRequests = listRequests(run.plan).length === 0;
  const read = (seconds: ComparedWindow, more: CondensedToRead['times'] = {}) =>
    seconds.from < seconds.to
      ? readSamples(db, teamId, run.id, { measuredOnly: true, withoutRequests, ...seconds, ...more })
      : Promise.resolve([]);
  const before = await read({ from: window.from, to: from });
  const within = await read({ from, to }, times);
  const after = await read({ from: to, to: window.to });
  return { seconds: [...before, ...within, ...after], condensed: [...before, ...minutes, ...after] };
}

async function makeMinutes(db: Db, place: KeptPlace): Promise<Sample[] | null> {
  const extent = await readSampleExtent(db, place.teamId, place.runId);
  if (!extent || !isWorthKeeping(ownGrid(extent))) return null;
  return keepMinutes(db, place, extent, await readSamples(db, place.teamId, place.runId, { measuredOnly: true }));
}

/** The first minutes that lie in the window and follow each other without a gap. */
function pickMinutes(minutes: readonly Sample[], { from, to }: ComparedWindow): Sample[] {
  const numbered = minutes.map((sample) => ({ sample, minute: minuteOf(sample.second) }));
  const within = numbered.filter(({ minute }) => minute * minuteSeconds >= from && (minute + 1) * minuteSeconds <= to);
  const start = within[0]?.minute ?? 0;
  return within.filter(({ minute }, index) => minute === start + index).map(({ sample }) => sample);
}
