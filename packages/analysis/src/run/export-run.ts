/** A run as a file: CSV a second, JSON whole, a HdrHistogram log, or the percentile table HdrHistogram's plotter reads. Written piece by piece. */
import type { Run } from '@plimsoll/contracts/run';
import { requestTimeNames, type Sample } from '@plimsoll/contracts/sample';
import { type HistogramName, isLength } from '@plimsoll/contracts/times';
import { samplesToCsv } from '@plimsoll/statistics/csv';
import { curveOfHistogram } from '@plimsoll/statistics/curve';
import { addEncoded, emptyHistogram } from '@plimsoll/statistics/histogram';
import { histogramLogHead, histogramLogLines, stampComments } from '@plimsoll/statistics/histogram-log';
import { mergeIntoPoints } from '@plimsoll/statistics/point';
import { expectSeries } from '@plimsoll/store/archived-series';
import type { Db } from '@plimsoll/store/db';
import { readResources } from '@plimsoll/store/resources';
import { findRun } from '@plimsoll/store/runs';
import { samplesInPieces } from '@plimsoll/store/stored-samples';
import { AnalysisError, unknownRun } from '../analysis-error.ts';
import { percentileTable } from './percentile-table.ts';
import { targetOfSecond } from './target-of-second.ts';

export interface ExportQuestion {
  readonly teamId: string;
  readonly runId: string;
  readonly format: 'csv' | 'json' | 'hdr' | 'hlog';
  /** Form of the CSV: `Time,Secs,…` or `time,secs,…`. */
  readonly header: 'fields' | 'names';
  /** Form of the percentile table. */
  readonly histogram: HistogramName;
  /** For the percentile table: one request of a plan with several, by its name. */
  readonly request?: string | undefined;
}

/** Throws AnalysisError before the first piece: `unknown_run`, `no_such_request`, and `not_kept_by_request` for a histogram that is not kept; StoreError `archive_…` of series that cannot be read. */
export async function* exportRun(db: Db, question: ExportQuestion): AsyncGenerator<string, void> {
  const run = await findRun(db, question.teamId, question.runId);
  if (!run) throw unknownRun();
  await expectSeries(db, question.teamId, run.id);
  yield* writers[question.format](db, run, question);
}

const writers: Readonly<Record<ExportQuestion['format'], (db: Db, run: Run, question: ExportQuestion) => AsyncGenerator<string, void>>> = {
  csv: writeCsv,
  json: writeJson,
  hdr: writeTable,
  hlog: writeLog,
};

const everySecond = (db: Db, teamId: string, runId: string) => readResources(db, teamId, runId, { most: Number.POSITIVE_INFINITY });

async function* writeCsv(db: Db, run: Run, { teamId, header }: ExportQuestion): AsyncGenerator<string, void> {
  const target = targetOfSecond(await everySecond(db, teamId, run.id));
  const rows = (samples: readonly Sample[]) =>
    samplesToCsv(run.plan, run.startedAt ?? run.createdAt, samples, {
      header,
      client: run.environment?.client,
      stamp: run.validity?.stamp,
      target,
    });
  const head = rows([]);
  yield head;
  for await (const piece of samplesInPieces(db, teamId, run.id, { withoutRequests: true })) yield rows(piece).slice(head.length);
}

async function* writeJson(db: Db, run: Run, { teamId }: ExportQuestion): AsyncGenerator<string, void> {
  const measured = { responseTime: emptyHistogram(), serviceTime: emptyHistogram() };
  let comma = '';
  yield `{"run":${JSON.stringify(run)},"points":[`;
  for await (const piece of samplesInPieces(db, teamId, run.id)) {
    for (const { warmup, histograms } of piece) {
      if (warmup) continue;
      addEncoded(measured.responseTime, histograms.responseTime);
      addEncoded(measured.serviceTime, histograms.serviceTime);
    }
    const points = mergeIntoPoints(piece, 1).map((point) => JSON.stringify(point));
    if (points.length === 0) continue;
    yield comma + points.join(',');
    comma = ',';
  }
  const curve = { responseTime: curveOfHistogram(measured.responseTime), serviceTime: curveOfHistogram(measured.serviceTime) };
  yield `],"curve":${JSON.stringify(curve)},"resources":${JSON.stringify(await everySecond(db, teamId, run.id))}}`;
}

async function* writeLog(db: Db, run: Run, { teamId }: ExportQuestion): AsyncGenerator<string, void> {
  yield histogramLogHead(run);
  for await (const piece of samplesInPieces(db, teamId, run.id)) yield histogramLogLines(run, piece);
}

async function* writeTable(db: Db, run: Run, question: ExportQuestion): AsyncGenerator<string, void> {
  const tabled = findTabled(run, question);
  const merged = emptyHistogram();
  const withoutRequests = question.request === undefined;
  for await (const piece of samplesInPieces(db, question.teamId, run.id, { measuredOnly: true, withoutRequests })) {
    for (const sample of piece) for (const bytes of tabled(sample)) addEncoded(merged, bytes);
    // Nothing to write yet, but others have their turn.
    yield '';
  }
  const perUnit = isLength(question.histogram) ? 1 : undefined;
  yield `${percentileTable(merged, perUnit)}${stampComments(run.validity).join('\n')}\n`;
}

/** The histograms of a sample that the percentile table is made of. Throws AnalysisError for what is not kept. */
function findTabled({ plan }: Run, { histogram, request }: ExportQuestion): (sample: Sample) => Uint8Array[] {
  if (request === undefined) return (sample) => [sample.histograms[histogram]];
  const names = (plan.requests ?? []).map(({ name }) => name);
  if (!names.includes(request)) throw new AnalysisError('no_such_request', { request }, { field: '/request', got: request });
  const kept = requestTimeNames.find((name) => name === histogram);
  if (!kept)
    throw new AnalysisError('not_kept_by_request', {}, { field: '/histogram', got: histogram, allowed: requestTimeNames.join(', ') });
  return ({ byRequest }) => byRequest.filter(({ name }) => name === request).map(({ histograms }) => histograms[kept]);
}
