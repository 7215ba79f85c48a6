/** The tabs of a finished run's page. */
import { judgeFailure } from '@plimsoll/contracts/failure';
import type { Run } from '@plimsoll/contracts/run';
import { readStream } from '@plimsoll/contracts/sample';

export const runTabs = [
  'overview',
  'latency',
  'streams',
  'grpc',
  'errors',
  'thresholds',
  'connections',
  'target',
  'generator',
  'config',
  'raw',
] as const;
export type RunTab = (typeof runTabs)[number];

/** Streams have a tab where there were any, times and those of gRPC calls where anything was answered. An imported run has the tabs that its file can fill. */
export function listTabs({ source, summary }: Run): readonly RunTab[] {
  if (source?.data === 'summary') return ['overview', 'config'];
  const untimed = judgeFailure(summary) === 'unanswered' ? ['latency', 'grpc'] : [];
  const without = [
    ...untimed,
    ...(summary && readStream(summary) ? [] : ['streams']),
    ...(summary?.grpc ? [] : ['grpc']),
    ...(source ? ['connections', 'generator'] : []),
  ];
  return runTabs.filter((tab) => !without.includes(tab));
}
/** On paper, one below the other: whatever answers a question of who reads the verdict. Charts of the machines stay on the screen. */
const onPaper: readonly RunTab[] = ['overview', 'latency', 'streams', 'grpc', 'errors', 'thresholds', 'connections', 'config'];
/** Their tables are narrow: two stand beside each other. */
export const inPairs: typeof onPaper = ['latency', 'connections', 'config'];
export function listPrinted(run: Run) {
  const nothingTo = [...(run.summary?.failed ? [] : ['errors']), ...(run.plan.thresholds.length > 0 ? [] : ['thresholds'])];
  return listTabs(run).filter((tab) => onPaper.includes(tab) && !nothingTo.includes(tab));
}
