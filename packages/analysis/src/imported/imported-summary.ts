/** The sums of a result file as a summary. Percentiles are those the tool reported; none is made up between them. */

import { makeTimes, type Times } from '@plimsoll/contracts/sample';
import type { Summary } from '@plimsoll/contracts/summary';
import { type ImportedSums, type ImportedTimes, sumCounts } from '@plimsoll/import/imported-result';
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
    errors: errorGroups(counts, [], '4xx-5xx'),
  };
}

function timesOf({ meanUs, minUs, maxUs, percentilesUs }: ImportedTimes, count: number): Times {
  const ends = new Map([
    [0, minUs],
    [100, maxUs],
  ]);
  return makeTimes({ count, meanUs, stddevUs: null }, (percentile) => ends.get(percentile) ?? percentilesUs.get(percentile) ?? null);
}
