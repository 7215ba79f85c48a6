/** Reads a result file of another tool and keeps it as a run. */

import type { ImportCaps } from '@plimsoll/contracts/import-caps';
import type { ImportResultQuery } from '@plimsoll/contracts/import-result';
import type { Refusal } from '@plimsoll/contracts/refusal';
import type { Run } from '@plimsoll/contracts/run';
import type { RunSource, SourceGap } from '@plimsoll/contracts/run-source';
import type { Sample } from '@plimsoll/contracts/sample';
import type { Summary } from '@plimsoll/contracts/summary';
import { unjudged } from '@plimsoll/contracts/validity';
import { ImportError } from '@plimsoll/import/import-error';
import type { ImportedResult, ImportedSums } from '@plimsoll/import/imported-result';
import { summarizeTimes } from '@plimsoll/statistics/histogram';
import { summarise } from '@plimsoll/statistics/summary';
import type { Db } from '@plimsoll/store/db';
import { emptyStep, fillSamples } from '@plimsoll/store/empty-seconds';
import { type BegunImport, isOverDay, noteImportedBytes, overDay } from '@plimsoll/store/import-usage';
import { insertImportedRun } from '@plimsoll/store/imported-run';
import type { StoreError, StoreErrorCode } from '@plimsoll/store/store-error';
import { sayValidity } from '@plimsoll/wording/validity-reason';
import { decodeLog } from './decode-log.ts';
import { planOfResult } from './imported-plan.ts';
import { samplesOfSeconds } from './imported-samples.ts';
import { summaryOfSums, withoutUntold } from './imported-summary.ts';
import { type FileRead, mostUnpackedBytes, readResultFile } from './read-result-file.ts';

export interface ResultQuestion extends ImportResultQuery {
  readonly teamId: string;
  readonly userId: string | null;
  /** The file, open in this process. */
  readonly fd: number;
  readonly secretKey: string;
  readonly begun: BegunImport;
  readonly caps: ImportCaps;
}

export type ResultAnswer =
  | { readonly kind: 'kept'; readonly run: Run }
  | { readonly kind: 'refused'; readonly reason: Refusal }
  /** The team may import no more, or nothing as large. */
  | { readonly kind: 'over_day'; readonly code: StoreErrorCode; readonly values: StoreError['values'] };

export async function keepResult(db: Db, question: ResultQuestion): Promise<ResultAnswer> {
  const read = { bytes: 0 };
  try {
    return { kind: 'kept', run: await keep(db, question, read) };
  } catch (error) {
    if (isOverDay(error)) return { kind: 'over_day', code: error.code, values: error.values };
    if (error instanceof ImportError) return { kind: 'refused', reason: error.refusal };
    throw error;
  } finally {
    await noteImportedBytes(db, question.begun.id, read.bytes);
  }
}

/** Within what is left of the team's day. Throws as readResultFile does, and StoreError `import_bytes`. */
async function readWithin(db: Db, { teamId, fd, begun, caps }: ResultQuestion, read: FileRead): Promise<ImportedResult> {
  try {
    return await readResultFile(fd, { mostUnpackedBytes: Math.min(mostUnpackedBytes, begun.bytesLeft) }, read);
  } catch (error) {
    const isOver = error instanceof ImportError && error.refusal.code === 'result_unpacked' && begun.bytesLeft < mostUnpackedBytes;
    throw isOver ? await overDay(db, { teamId, caps, what: 'bytes', needed: read.bytes }) : error;
  }
}

const longestVersion = 60;

async function keep(db: Db, question: ResultQuestion, read: FileRead): Promise<Run> {
  const { teamId, userId, name, url, file, secretKey, begun, caps, ...given } = question;
  const result = await readWithin(db, question, read);
  const { data, samples, summary, percentiles, lacks } = measure(result);
  const { tool, version, connections } = result;
  const told = result.startedAt ?? given.startedAt;
  const startedAt = told === undefined ? null : new Date(told).toISOString();
  const plan = planOfResult(result, { name, url, durationMs: summary.durationMs });
  const missing: SourceGap[] = [
    ...(startedAt === null ? (['startedAt'] as const) : []),
    ...(summary.durationMs === 0 ? (['duration'] as const) : []),
    ...(connections === null ? (['connections'] as const) : []),
    ...lacks,
  ];
  const source: RunSource = { tool, version: version?.slice(0, longestVersion) ?? null, file: file ?? null, data, percentiles, missing };
  return insertImportedRun(db, {
    teamId,
    userId,
    plan,
    source,
    startedAt,
    durationMs: summary.durationMs,
    summary,
    validity: sayValidity({ stamp: 'unwatched', ...unjudged, findings: [{ kind: 'imported', tool }] }),
    samples,
    secretKey,
    importId: begun.id,
    caps,
  });
}

interface Measured extends Pick<RunSource, 'data' | 'percentiles'> {
  /** Samples of seconds with data. */
  readonly samples: readonly Sample[];
  readonly summary: Summary;
  readonly lacks: readonly SourceGap[];
}

function measure(result: ImportedResult): Measured {
  switch (result.data) {
    case 'requests': {
      const samples = samplesOfSeconds(result.seconds);
      const summary = withoutUntold(summarise(filled(samples, (result.seconds.at(-1)?.second ?? 0) + 1)));
      return { data: 'requests', samples, summary, percentiles: [], lacks: [...result.lacks, 'receivedBytes'] };
    }
    case 'seconds':
      return measureLog(result.intervals);
    case 'summary':
      return measureSums(result.sums);
  }
}

/** A run is as long as its seconds together. */
const filled = (samples: readonly Sample[], seconds: number) =>
  fillSamples(samples, { from: 0, to: seconds, stepSeconds: 1, emptySeconds: emptyStep(seconds) });

function measureLog(intervals: Extract<ImportedResult, { data: 'seconds' }>['intervals']): Measured {
  const { samples, seconds, whole, durationMs } = decodeLog(intervals);
  const lacks: readonly SourceGap[] = ['failed', 'unanswered', 'statuses', 'receivedBytes'];
  if (samples) {
    const summary = { ...withoutUntold(summarise(filled(samples, seconds))), errorRate: null, goodputPerSecond: null };
    return { data: 'seconds', samples, summary, percentiles: [], lacks };
  }
  const times = summarizeTimes(whole);
  const unknown = { failed: null, unanswered: {}, throughputPerSecond: null, receivedBytes: null, statuses: null };
  const summary = summaryOfSums({ ...unknown, durationMs, requests: whole.total, responseTime: { ...times, percentilesUs: new Map() } });
  return { data: 'summary', samples: [], summary: { ...summary, responseTime: times, serviceTime: times }, percentiles: [], lacks };
}

function measureSums(sums: ImportedSums): Measured {
  const lacks: SourceGap[] = [
    ...(sums.failed === null ? (['failed'] as const) : []),
    ...(sums.statuses === null ? (['statuses'] as const) : []),
    ...(sums.receivedBytes === null ? (['receivedBytes'] as const) : []),
    ...(sums.tokens ? (['messages'] as const) : []),
  ];
  const percentiles = [...sums.responseTime.percentilesUs].toSorted(([a], [b]) => a - b);
  return { data: 'summary', samples: [], summary: summaryOfSums(sums), percentiles, lacks };
}
