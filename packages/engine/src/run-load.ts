/** Makes the load of a plan: the engine's one public function. */

import { availableParallelism } from 'node:os';
import { type Caps, defaultCaps, hardDeadlineMs } from '@plimsoll/contracts/caps';
import { type Plan, peakConnections } from '@plimsoll/contracts/plan';
import { planUrl } from '@plimsoll/contracts/requests';
import { type EndReason, endReasons } from '@plimsoll/contracts/run';
import type { Sample } from '@plimsoll/contracts/sample';
import { judgeUrl, type TargetPolicy } from '@plimsoll/contracts/target-policy';
import { capProblems, refusalSentence } from '@plimsoll/wording/refusal-sentence';
import { autoStop } from './auto-stop.ts';
import { type Crew, notSetUp, oneLoop, threadCrew } from './crew.ts';
import { examplesPerKind, kindOf } from './error-shelf.ts';
import { liveThresholds } from './live-thresholds.ts';
import type { LoopSample } from './loop-sample.ts';
import { type Part, type Parts, shareOf, whole } from './part.ts';
import { withSettledProtocol } from './protocol.ts';

export interface RunLoadOptions {
  readonly plan: Plan;
  /** Sent with every request as `X-Load-Test-Run`. */
  readonly runId: string;
  readonly policy: TargetPolicy;
  /** Load threads, merged into one stream of samples; never more than there are connections. Where `parts` is given it says so. */
  readonly threads: number;
  /** What this process makes of a load that several make together; all of it where absent. A thread each. */
  readonly parts?: Parts;
  /** Asked once all is set up: the instant of `process.hrtime` that is to be time 0, or null for now. Where absent: now. */
  readonly startAt?: () => Promise<bigint | null>;
  /** Aborting sends nothing more at once. An {@link EndReason} as its reason becomes the reason of the end. */
  readonly signal: AbortSignal;
  /** One sample a second, in order, without gaps; the last one before the promise resolves. */
  readonly onSample: (sample: Sample) => void;
  readonly caps?: Caps;
}

export interface LoadEnd {
  readonly reason: EndReason;
  /** One plain sentence. */
  readonly message: string;
}

/** Threads that have at least one connection each, of all the load's or of this part of them. */
export function usefulThreads(plan: Plan, threads: number, part: Part = whole): number {
  return Math.max(1, Math.min(Math.floor(threads), shareOf(peakConnections(plan.load), part)));
}

/** Resolves when the load is over. Never rejects for what the target does; rejects on a broken `onSample`. */
export async function runLoad(options: RunLoadOptions): Promise<LoadEnd> {
  const { plan, runId, policy, signal } = options;
  const refused = judgeUrl(policy, new URL(planUrl(plan)));
  if (refused) return { reason: 'target_refused', message: refusalSentence(refused) };
  const [over] = capProblems(plan, options.caps ?? defaultCaps);
  if (over) return { reason: 'failed', message: over.message };
  if (signal.aborted) return endOf(signal);

  const threads = usefulThreads(plan, options.threads);
  const { first, count, of } = options.parts ?? { first: 0, count: threads, of: threads };
  const parts = Array.from({ length: count }, (_, index): Part => ({ index: first + index, of }));
  const { promise: broken, reject } = Promise.withResolvers<never>();
  const judges = [...(plan.autoStop ? [autoStop()] : []), ...(plan.abortOnFail ? [liveThresholds(plan.thresholds)] : [])];
  const finished = sampleFinisher(count);
  const emit = (loopSample: LoopSample) => {
    const sample = finished(loopSample);
    try {
      options.onSample(sample);
    } catch (error) {
      crew.stop('failed', 'The samples could not be handed on.');
      reject(error);
    }
    for (const judge of judges) {
      const sentence = judge(sample);
      if (sentence) crew.stop('auto_stopped', sentence);
    }
  };
  let crew: Crew;
  try {
    const task = { plan: await withSettledProtocol(plan, policy), runId, policy };
    if (signal.aborted) return endOf(signal);
    const [only, ...others] = parts;
    crew = only && others.length === 0 ? oneLoop(task, only, emit) : threadCrew(task, parts, emit);
  } catch (error) {
    return notSetUp(error);
  }
  const abort = () => {
    const { reason, message } = endOf(signal);
    crew.stop(reason, message);
  };
  signal.addEventListener('abort', abort, { once: true });
  const timers: NodeJS.Timeout[] = [];
  let ended = false;
  const begin = async () => {
    await crew.ready;
    const startNs = (await options.startAt?.()) ?? null;
    if (ended) return;
    const waitMs = startNs === null ? 0 : Number(startNs - process.hrtime.bigint()) / 1e6;
    if (waitMs < 0) return crew.stop('failed', `The order to start came ${Math.ceil(-waitMs)} ms after the start.`);
    const late = () => crew.stop('deadline', 'The run did not end by itself in time.');
    timers.push(setTimeout(finished.begin, waitMs), setTimeout(late, Math.min(waitMs + hardDeadlineMs(plan), 2 ** 31 - 1)));
    crew.start(startNs);
  };
  begin().catch(reject);
  try {
    return await Promise.race([crew.ended, broken]);
  } finally {
    ended = true;
    for (const timer of timers) clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

function endOf(signal: AbortSignal): LoadEnd {
  const reason = endReasons.find((known) => known === signal.reason) ?? 'stopped';
  return { reason, message: reason === 'control_lost' ? 'The load stopped because its control was lost.' : 'The load was stopped.' };
}

interface SampleFinisher {
  (sample: LoopSample): Sample;
  /** The load begins: what was used before is none of its first second's. */
  begin(): void;
}

/** Adds what only the whole process knows, and keeps the first few error examples of the run over all threads. */
function sampleFinisher(threads: number): SampleFinisher {
  const cores = Math.min(threads, availableParallelism());
  const examples = new Map<string, number>();
  let cpu = process.cpuUsage();
  let atMs = performance.now();
  const begin = () => {
    cpu = process.cpuUsage();
    atMs = performance.now();
  };
  const finish = ({ health, ...sample }: LoopSample): Sample => {
    const used = process.cpuUsage(cpu);
    const nowMs = performance.now();
    // The very last sample follows at once: too short a time to measure a share over.
    const elapsedUs = Math.max(1000, (nowMs - atMs) * 1000);
    begin();
    const errors = sample.errors.filter((example) => {
      const kept = examples.get(kindOf(example)) ?? 0;
      examples.set(kindOf(example), kept + 1);
      return kept < examplesPerKind;
    });
    return {
      ...sample,
      errors,
      generator: {
        cpu: Math.max(0, used.user + used.system - health.idleSpinUs) / (elapsedUs * cores),
        eventLoopDelayP99Us: health.eventLoopDelayP99Us,
        eventLoopUtilisation: health.eventLoopUtilisation,
        rssBytes: process.memoryUsage.rss(),
        clockDriftMs: health.clockDriftMs,
      },
    };
  };
  return Object.assign(finish, { begin });
}
