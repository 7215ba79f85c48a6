/** A run as tools tell it: figures for programs, and the same in words. */

import { waitingTime } from '@plimsoll/contracts/leading-time';
import { runLimits } from '@plimsoll/contracts/limit';
import { timesFigureNames, timesFigures } from '@plimsoll/contracts/percentiles';
import type { Plan } from '@plimsoll/contracts/plan';
import { isTerminal, type Run, runStates } from '@plimsoll/contracts/run';
import type { RunListItem } from '@plimsoll/contracts/run-list';
import { readStream, type Times } from '@plimsoll/contracts/sample';
import type { Story } from '@plimsoll/contracts/story';
import { besideLimit } from '@plimsoll/contracts/story-marks';
import type { StreamsOfPlan } from '@plimsoll/contracts/streaming';
import type { Summary } from '@plimsoll/contracts/summary';
import { parseThreshold } from '@plimsoll/contracts/threshold';
import { validityStamps } from '@plimsoll/contracts/validity';
import { verdictSchema } from '@plimsoll/contracts/verdict';
import { runLoadWords } from '@plimsoll/pages/run-words';
import { streamRows, takenTimes } from '@plimsoll/pages/stream-rows';
import { timeName } from '@plimsoll/pages/time-name';
import { commandWords } from '@plimsoll/wording/command-words';
import { countedAs } from '@plimsoll/wording/counted-as';
import { compareWords } from '@plimsoll/wording/en/comparison';
import { metricShortWords, validityWords, verdictWords } from '@plimsoll/wording/en/names';
import { mcpWords } from '@plimsoll/wording/mcp-words';
import { errorName, limitSentence } from '@plimsoll/wording/names';
import { formatCount } from '@plimsoll/wording/number';
import { formatRate, measuredThroughput } from '@plimsoll/wording/rate';
import { requestWords } from '@plimsoll/wording/request-words';
import { failureAdvice, runSentence } from '@plimsoll/wording/run-sentence';
import { stateWord } from '@plimsoll/wording/run-state';
import { formatShare } from '@plimsoll/wording/share';
import { formatUs, timeColumn } from '@plimsoll/wording/time';
import { unitFigure } from '@plimsoll/wording/unit-figure';
import { z } from 'zod';
import { plain, quoted } from './quoted.ts';
import { regionLines, toldRegions, toldRegionsSchema } from './regions-told.ts';

const { answer: words } = mcpWords;
const { result } = commandWords;
const number = z.number().nullable();

/** A run in a list. */
export const briefRunSchema = z.object({
  id: z.string(),
  number: number.describe('counted per team'),
  name: z.string(),
  state: z.enum(runStates),
  over: z.boolean(),
  planId: z.string().nullable(),
  experimentId: z.string().nullable(),
  stamp: z.enum(validityStamps).nullable().describe('was the generator fit to measure? null: not judged yet'),
  thresholdsPassed: z.boolean().nullable().describe('null: it has none, or is not over'),
  verdict: verdictSchema.nullable().describe('against the baseline of its plan; null: none was judged'),
  throughputPerSecond: number,
  errorRate: number,
  p50Us: number,
  p99Us: number,
  waiting: z
    .object({ metric: z.string(), us: number })
    .nullable()
    .describe('of streams: the time that their users wait for, which speaks for the run in place of p99Us'),
  createdAt: z.string(),
});

const finding = z.object({ second: z.number(), text: z.string() });
export const toldRunSchema = briefRunSchema.omit({ verdict: true, p50Us: true, p99Us: true, waiting: true }).extend({
  sentence: z.string().nullable().describe('null: it is not over'),
  stampReasons: z.array(z.string()),
  limit: z.enum(runLimits).nullable().describe('what held the load back'),
  request: z.string(),
  load: z.string(),
  requests: number,
  failed: number,
  droppedShare: number.describe('planned requests that were not sent'),
  goodputPerSecond: number,
  durationMs: number,
  responseTimeUs: z.record(z.string(), number).nullable().describe('µs, of good answers and of timeouts'),
  stream: z
    .object({
      messagesSent: z.number(),
      messagesReceived: z.number(),
      tokensPerSecond: number.describe('output tokens of all streams; null: none are counted'),
      goodput: number.describe('share of streams within the limits of the plan'),
      timesUs: z.record(z.string(), z.record(z.string(), number)).describe('µs, of messages and tokens'),
    })
    .nullable()
    .describe('of server-sent events, WebSockets and gRPC streams; null: it has none'),
  regions: toldRegionsSchema,
  statuses: z.record(z.string(), z.number()),
  errors: z.array(z.object({ kind: z.string(), count: z.number() })),
  thresholds: z.array(z.object({ expression: z.string(), value: number, passed: z.boolean() })),
  baseline: z.object({ runId: z.string(), verdict: verdictSchema, sentence: z.string() }).nullable(),
  story: z.array(finding),
  ceilingPerSecond: number.describe('good answers that more load did not raise'),
  recoverySeconds: number,
  tags: z.record(z.string(), z.string()),
  note: z.string(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  link: z.string().nullable(),
});
type ToldRun = z.infer<typeof toldRunSchema>;
type BriefRun = z.infer<typeof briefRunSchema>;

/** `#58`; nothing while it has none. */
export function runNumber({ number: counted }: Pick<Run, 'number'>): string {
  return counted === null ? '' : `#${counted}`;
}

/** What a list and a run by itself tell alike. */
function shared(run: RunListItem | Run): Omit<BriefRun, 'verdict' | 'p50Us' | 'p99Us' | 'waiting'> {
  const { summary, thresholds } = run;
  return {
    id: run.id,
    number: run.number,
    name: plain(run.plan.name),
    state: run.state,
    over: isTerminal(run.state),
    planId: run.planId,
    experimentId: run.experimentId,
    stamp: run.validity?.stamp ?? null,
    thresholdsPassed: thresholds.length === 0 ? null : thresholds.every(({ passed }) => passed),
    throughputPerSecond: summary && measuredThroughput(summary),
    errorRate: summary?.errorRate ?? null,
    createdAt: run.createdAt,
  };
}

export function briefRun(run: RunListItem): BriefRun {
  const { p50Us = null, p99Us = null } = run.summary?.responseTime ?? {};
  return {
    ...shared(run),
    verdict: run.baseline?.verdict ?? null,
    p50Us,
    p99Us,
    waiting: run.summary && waitingTime(run.summary, run.plan),
  };
}

export function briefRunLine(run: RunListItem): string {
  const { summary, validity, baseline, thresholds } = run;
  const failed = thresholds.filter(({ passed }) => !passed).length;
  const figures =
    summary && summary.requests > 0 ? [...figureParts(summary, run.plan), ...waitingPart(summary, run.plan)] : [words.noFigures];
  return words.runLine({
    number: runNumber(run),
    name: quoted(run.plan.name),
    state: stateWord(run),
    stamp: validity ? `${result.validity}: ${validityWords[validity.stamp]}` : '–',
    figures: [
      ...figures,
      ...(failed > 0 ? [words.thresholdsFailed({ failed, of: thresholds.length })] : []),
      ...(baseline ? [`${result.baseline}: ${verdictWords[baseline.verdict]}`] : []),
    ].join('; '),
    at: run.createdAt,
    id: run.id,
  });
}

function figureParts(summary: Summary, plan: Plan): string[] {
  return [
    `${compareWords.requests(countedAs(plan))} ${formatCount(summary.requests)}`,
    `${result.throughput} ${formatRate(measuredThroughput(summary))}`,
    `${result.goodput} ${formatRate(summary.goodputPerSecond)}`,
    `${result.errorRate} ${formatShare(summary.errorRate)}`,
    timesPart(summary),
  ];
}

/** The time that the users of its streams wait for. */
function waitingPart(summary: Summary, plan: StreamsOfPlan): string[] {
  const time = waitingTime(summary, plan);
  return time === null || time.us === null ? [] : [`${metricShortWords[time.metric]} ${formatUs(time.us)}`];
}

function timesPart({ responseTime }: Summary): string {
  return words.times({ times: listTimes(responseTime) || '–' });
}

function listTimes(times: Times): string {
  const measured = timesFigureNames.filter((name) => times[name] !== null && name !== 'stddevUs');
  const time = timeColumn(measured.map((name) => times[name]));
  return measured.map((name) => `${timesFigures[name].name} ${time(times[name])}`).join(', ');
}

/** Messages, tokens and their times, of a run that has streams. */
function streamParts(summary: Summary): string[] {
  const stream = readStream(summary);
  if (!stream) return [];
  return [
    ...streamRows(stream).map(([name, figure]) => `${name} ${figure}`),
    ...takenTimes(stream).map(([name, times]) => `${timeName(name)}: ${listTimes(times)}`),
  ];
}

function toldStream(summary: Summary): ToldRun['stream'] {
  const stream = readStream(summary);
  if (!stream) return null;
  const { messagesSent, messagesReceived, tokens } = stream;
  const named = (times: Times) => Object.fromEntries(timesFigureNames.map((name) => [timesFigures[name].name, times[name]]));
  return {
    messagesSent,
    messagesReceived,
    tokensPerSecond: tokens?.outputPerSecond ?? null,
    goodput: tokens?.goodput ?? null,
    timesUs: Object.fromEntries(takenTimes(stream).map(([name, times]) => [name, named(times)])),
  };
}

export function toldRun(run: Run, story: Story | null, link: string | null): ToldRun {
  const { summary, validity, baseline } = run;
  return {
    ...shared(run),
    sentence: isTerminal(run.state) ? plain(runSentence(run)) : null,
    stampReasons: validity?.reasons.map(plain) ?? [],
    limit: validity?.limit ?? null,
    request: plain(requestWords(run.plan)),
    load: plain(runLoadWords(run)),
    requests: summary?.requests ?? null,
    failed: summary?.failed ?? null,
    droppedShare: summary?.droppedShare ?? null,
    goodputPerSecond: summary?.goodputPerSecond ?? null,
    durationMs: summary?.durationMs ?? null,
    responseTimeUs: summary && Object.fromEntries(timesFigureNames.map((name) => [timesFigures[name].name, summary.responseTime[name]])),
    stream: summary && toldStream(summary),
    regions: toldRegions(summary),
    statuses: summary?.statuses ?? {},
    errors: summary?.errors.map(({ kind, count }) => ({ kind: plain(kind), count })) ?? [],
    thresholds: run.thresholds.map((one) => ({ ...one, expression: plain(one.expression) })),
    baseline: baseline && { runId: baseline.baselineRunId, verdict: baseline.verdict, sentence: plain(baseline.sentence) },
    story: story?.findings.map(({ second, text }) => ({ second, text: plain(text) })) ?? [],
    ceilingPerSecond: story?.ceilingPerSecond ?? null,
    recoverySeconds: story?.recoverySeconds ?? null,
    tags: Object.fromEntries(Object.entries(run.tags).map(([name, value]) => [plain(name), plain(value)])),
    note: plain(run.note),
    startedAt: run.startedAt,
    endedAt: run.endedAt,
    link,
  };
}

/** Whole, whatever its verdicts: a threshold that failed takes no figure away. */
export function runText(run: Run, story: Story | null, link: string | null): string {
  const { summary, validity, thresholds, baseline, plan, tags } = run;
  const failed = thresholds.filter(({ passed }) => !passed).length;
  const limit = validity && limitSentence(validity);
  const advice = failureAdvice(summary);
  const lines: (string | null | false | undefined)[] = [
    words.run({ number: runNumber(run), name: quoted(plan.name), id: run.id, state: stateWord(run) }),
    isTerminal(run.state) ? quoted(runSentence(run)) : words.notOver,
    advice,
    validity && [`${result.validity}: ${validityWords[validity.stamp]}.`, ...validity.reasons.map(quoted), limit].filter(Boolean).join(' '),
    words.target({ url: quoted(requestWords(plan)) }),
    words.load({ load: runLoadWords(run) }),
    ...(summary && summary.requests > 0 ? [...figureParts(summary, plan), ...streamParts(summary)] : []),
    ...(summary ? regionLines(summary) : []),
    summary?.droppedShare ? words.dropped({ share: formatShare(summary.droppedShare) }) : null,
    summary && Object.keys(summary.statuses).length > 0 && words.statuses({ statuses: counts(Object.entries(summary.statuses)) }),
    summary &&
      summary.errors.length > 0 &&
      words.errors({ errors: counts(summary.errors.map(({ kind, count }) => [quoted(errorName(kind)), count])) }),
    thresholds.length > 0 &&
      (failed > 0 ? words.thresholdsFailed({ failed, of: thresholds.length }) : words.thresholdsPassed({ of: thresholds.length })),
    ...thresholds.map(({ expression, value, passed }) =>
      words.threshold({
        expression: quoted(expression),
        value: measured(expression, value),
        passed: passed ? result.passed : result.failed,
      }),
    ),
    baseline &&
      words.baseline({ id: baseline.baselineRunId, verdict: verdictWords[baseline.verdict], sentence: quoted(baseline.sentence) }),
    story && story.findings.length > 0 && words.story,
    ...(story ? storyLines(besideLimit(story, validity)) : []),
    Object.keys(tags).length > 0 &&
      words.tags({
        tags: Object.entries(tags)
          .map((tag) => quoted(tag.join('=')))
          .join(' '),
      }),
    run.note !== '' && words.note({ note: quoted(run.note) }),
    link && words.link({ link }),
  ];
  return lines.filter(Boolean).join('\n');
}

const counts = (entries: readonly (readonly [string, number])[]) =>
  entries.map(([name, count]) => `${formatCount(count)} × ${name}`).join(', ');

function measured(expression: string, value: number | null): string {
  const threshold = parseThreshold(expression);
  return 'error' in threshold ? '–' : unitFigure(threshold.unit, value);
}

function storyLines({ findings, overload }: Pick<Story, 'findings' | 'overload'>): string[] {
  const told = findings.map(({ second, text }) => words.storyLine({ second: String(second), text: quoted(text) }));
  return overload ? [...told, quoted(overload.text)] : told;
}
