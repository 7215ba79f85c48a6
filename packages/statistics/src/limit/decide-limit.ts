/** Decides the limit of a second from its facts. Where they contradict each other or prove nothing: not known. */
import type { RunLimit } from '@plimsoll/contracts/limit';
import { countFinished } from '../second/seconds.ts';
import type { SecondFacts } from './second-facts.ts';
import type { ServiceTimes } from './service-queue.ts';
import { hasRoom, isCoreFull, isCrowdedOut, isProcessorFull } from './target-second.ts';

/** Below this, loop and sockets are most of an answer's time, so that it cannot tell whether the target had a queue. */
const leastTellingUs = 1000;
const nearlyAll = 0.8;
/** An answer may be held up when it is sent and when it is read. */
const delaysAnAnswer = 2;
const manyDelays = 5;
/** Nothing that a client does itself takes its loop so long: the thread was stopped. */
const stoppedUs = 100_000;
const manyRefused = 0.2;
/** Share of the time in which slots were busy. */
const most = 0.5;

/** `held`: less was sent or answered than an open load asked for; a closed load is always held back by something. */
export interface Held {
  readonly closed: boolean;
  /** Less was sent than was due. */
  readonly short: boolean;
  /** The line was full for some seconds. */
  readonly lineFull: boolean;
  readonly times: ServiceTimes;
  /** Share of the plan's requests. */
  readonly timeoutUs: number;
}

export function decideLimit(facts: SecondFacts, { closed, short, lineFull, times, timeoutUs }: Held): RunLimit {
  const baseUs = times.baseUs ?? 0;
  // Whatever the generator was short of, the slots were busy nearly all the time, and nearly all of that with a target at rest.
  const atRest = !facts.strain.full && facts.slotsBusy && baseUs >= leastTellingUs && (times.restShare(facts.second) ?? 0) >= nearlyAll;
  if (!atRest && (facts.strain.full || facts.strain.starved)) {
    const own = decideStrained(facts, times, timeoutUs);
    if (own) return own;
  }
  if (lineFull) return 'network';
  const target = decideTarget(facts, times);
  if (target) return facts.strain.heldUp && target !== 'proven' ? 'unknown' : 'target';
  if (facts.strain.heldUp && !atRest) return 'generator';
  // Slots were free, and nothing else kept the request from being sent.
  if (!closed && short && !facts.slotsBusy) return 'generator';
  const free = facts.target !== null && hasRoom(facts.target);
  const telling = free || baseUs >= leastTellingUs;
  return telling && facts.queue() === 'same' ? 'connections' : 'unknown';
}

/** Null: what the target did explains it, whatever the generator was short of. */
function decideStrained(facts: SecondFacts, times: ServiceTimes, timeoutUs: number): RunLimit | null {
  const { second, strain, refused, unanswered, target, queue } = facts;
  // No delay of the generator's refuses a request, or lets one wait so long.
  if (refused >= manyRefused) return null;
  const patientMs = (unanswered * countFinished(second.outcomes) * timeoutUs) / 1000;
  if (patientMs > most * second.busySlotMs && timeoutUs > manyDelays * second.generator.eventLoopDelayP99Us) return null;
  // Refusals come back so fast that they fill a thread.
  if (refused > 0 || unanswered > 0) return strain.starved ? 'unknown' : null;
  if (target && (isCoreFull(target) || isProcessorFull(target))) return 'unknown';
  if (!strain.starved) return second.generator.eventLoopDelayP99Us >= stoppedUs ? 'generator' : 'client';
  // Answers wait in a loop that has no time left, whatever the target does.
  if (strain.full) return 'generator';
  if (growsBeyondLoop(facts, times) || wantsCoreMore(facts)) return null;
  // Times that grow with the load are a target's, or those of one who reads answers late.
  return queue() === 'grew' && (times.baseUs ?? 0) >= leastTellingUs ? 'unknown' : 'generator';
}

/** Target and generator both waited for cores: the one that wanted one all the time held up the other. */
function wantsCoreMore({ target, second: { generator } }: SecondFacts): boolean {
  return target !== null && isCrowdedOut(target) && generator.cpu + (generator.waitedForCore ?? 1) < nearlyAll;
}

/** All answers took longer, by more than the generator's own delays explain. */
function growsBeyondLoop({ second, queue, strain }: SecondFacts, times: ServiceTimes): boolean {
  return !strain.full && queue() === 'grew' && times.growthUs(second) > delaysAnAnswer * second.generator.eventLoopDelayP99Us;
}

/** `likely`: a generator that is held up makes its answers look slow, too. */
function decideTarget(facts: SecondFacts, times: ServiceTimes): 'proven' | 'likely' | null {
  const { refused, unanswered, target, queue } = facts;
  if (refused > 0 || unanswered > 0 || growsBeyondLoop(facts, times) || wantsCoreMore(facts)) return 'proven';
  if (target && (isCoreFull(target) || isProcessorFull(target))) return 'proven';
  return queue() === 'grew' ? 'likely' : null;
}
