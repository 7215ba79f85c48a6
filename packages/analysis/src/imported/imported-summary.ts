/** The sums of a result file as a summary. Percentiles are those the tool reported; none is made up between them. */

import { type Lengths, makeTimes, noStream, noTimes, type StreamFigures, type Times } from '@plimsoll/contracts/sample';
import type { Summary } from '@plimsoll/contracts/summary';
import {
  type ImportedAmounts,
  type ImportedSums,
  type ImportedTimes,
  type ImportedTokens,
  sumCounts,
} from '@plimsoll/import/imported-result';
import { errorGroups, summarise } from '@plimsoll/statistics/summary';

/** The summary of a run whose seconds are known. A figure that its file lacks is null where it can be. */
export function withoutUntold(summary: Summary): Summary {
  return { ...summary, droppedShare: null, connectionsPerSecond: null, bitsPerSecond: null };
}

export function summaryOfSums(sums: ImportedSums): Summary {
  const { requests, failed, unanswered, statuses, durationMs } = sums;
  const answers = requests - sumCounts(unanswered);
  const counts = {
    failed: failed ?? 0,
    outcomes: { ...(answers > 0 ? { response: answers } : {}), ...unanswered },
    statuses: statuses ?? {},
  };
  const perSecond = (count: number) => (durationMs ? count / (durationMs / 1000) : 0);
  const done = requests - counts.failed;
  const times = timesOf(sums.responseTime, answers);
  return {
    ...withoutUntold(summarise([])),
    ...counts,
    requests,
    planned: requests,
    sent: requests,
    done,
    errorRate: failed === null ? null : failed / requests,
    durationMs: durationMs ?? 0,
    throughputPerSecond: sums.throughputPerSecond ?? perSecond(requests),
    goodputPerSecond: failed === null || !durationMs ? null : perSecond(done),
    bytes: { sent: 0, received: sums.receivedBytes ?? 0 },
    // Every tool that writes sums times all answers together.
    timesMixed: true,
    responseTime: times,
    serviceTime: times,
    stream: sums.tokens ? streamOfTokens(sums.tokens, durationMs) : null,
    errors: errorGroups(counts, [], '4xx-5xx'),
  };
}

/** Null: the file tells of no output. How many messages there were it does not tell. */
function streamOfTokens(tokens: ImportedTokens, durationMs: number | null): StreamFigures | null {
  const { input, output, streams, good } = tokens;
  if (output === null) return null;
  const times = (told: ImportedTimes | null) => (told ? timesOf(told, streams) : noTimes);
  return {
    ...noStream,
    tokens: {
      input,
      output,
      outputPerSecond: tokens.outputPerSecond ?? (durationMs ? output / (durationMs / 1000) : 0),
      streams,
      countedByMessages: 0,
      goodput: good === null || streams === 0 ? null : good / streams,
      firstTokenTime: times(tokens.firstTokenTime),
      secondTokenTime: times(tokens.secondTokenTime),
      interTokenTime: times(tokens.interTokenTime),
      inputLength: lengthsOf(tokens.inputLength, streams),
      outputLength: lengthsOf(tokens.outputLength, streams),
    },
  };
}

function lengthsOf(told: ImportedAmounts | null, count: number): Lengths {
  const at = (percentile: number) => told?.percentiles.get(percentile) ?? null;
  const { min = null, mean = null, max = null } = told ?? {};
  return { count: told ? count : 0, min, mean, max, p50: at(50), p90: at(90), p95: at(95), p99: at(99) };
}

function timesOf({ meanUs, minUs, maxUs, percentilesUs }: ImportedTimes, count: number): Times {
  const ends = new Map([
    [0, minUs],
    [100, maxUs],
  ]);
  return makeTimes({ count, meanUs, stddevUs: null }, (percentile) => ends.get(percentile) ?? percentilesUs.get(percentile) ?? null);
}
