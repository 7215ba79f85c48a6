/** What held a second's load back, from its facts. Where they contradict each other or prove nothing: not known. */
import type { RunLimit } from '@plimsoll/contracts/limit';
import type { SecondFacts } from './second-facts.ts';
import { hasRoom, isCoreFull, isProcessorFull } from './target-second.ts';

/** Below this, loop and sockets are most of an answer's time, so that it cannot tell whether the target had a queue. */
const leastTellingUs = 1000;

/** `held`: less was sent or answered than an open load asked for; a closed load is always held back by something. */
export interface Held {
  readonly closed: boolean;
  /** Less was sent than was due. */
  readonly short: boolean;
  /** The line was full for some seconds. */
  readonly lineFull: boolean;
  readonly baseUs: number | null;
}

export function decideLimit(facts: SecondFacts, { closed, short, lineFull, baseUs }: Held): RunLimit {
  if (facts.strain.full || facts.strain.starved) {
    const own = decideStrained(facts);
    if (own) return own;
  }
  if (lineFull) return 'network';
  const target = decideTarget(facts);
  if (target) return facts.strain.heldUp && target !== 'proven' ? 'unknown' : 'target';
  if (facts.strain.heldUp) return 'generator';
  // Slots were free, and nothing else kept the request from being sent.
  if (!closed && short && !facts.slotsBusy) return 'generator';
  const free = facts.target !== null && hasRoom(facts.target);
  const telling = free || (baseUs ?? 0) >= leastTellingUs;
  return telling && facts.queue() === 'same' ? 'connections' : 'unknown';
}

/** Null: what the target did explains it, whatever the generator was short of. */
function decideStrained({ strain, refused, unanswered, target }: SecondFacts): RunLimit | null {
  // Refusals come back so fast that they fill a thread.
  if (refused > 0 || unanswered > 0) return strain.starved ? 'unknown' : null;
  if (target && (isCoreFull(target) || isProcessorFull(target))) return 'unknown';
  return strain.starved ? 'generator' : 'client';
}

/** `likely`: a generator that is held up makes its answers look slow, too. */
function decideTarget({ refused, unanswered, target, queue }: SecondFacts): 'proven' | 'likely' | null {
  if (refused > 0 || unanswered > 0) return 'proven';
  if (target && (isCoreFull(target) || isProcessorFull(target))) return 'proven';
  return queue() === 'grew' ? 'likely' : null;
}
