/**
 * Holds one request in flight. An HTTP/1.1 connection has as many request slots as its pipelining factor, an HTTP/2 connection
 * as many as its streams. A slot and its handler are reused for every request: the fast path allocates none of our objects.
 */

import type { RenderContext } from '@plimsoll/network/template';
import type { CheckFailure } from '@plimsoll/wording/request-failure-sentence';
import type { CompiledRequest, Message } from '../scenario/compiled-request.ts';
import type { Iteration } from '../scenario/iteration.ts';
import type { ScenarioSlot } from '../scenario/scenario.ts';
import type { StreamEnding } from './stream-figures.ts';

export abstract class RequestSlot implements ScenarioSlot {
  request!: CompiledRequest;
  message!: Message;
  context: RenderContext | null = null;
  /** Of the request under way, where it is sampled. */
  traceId: string | null = null;
  iteration: Iteration | null = null;
  /** A request is in flight on this slot. */
  active = false;
  /** It was begun in the plan's warm-up. */
  warm = false;
  /** It is counted as sent. */
  counted = false;
  /** The time at which it was due (open) or begun (closed). */
  dueUs = 0;
  /** The time at which we first did something for it on the network (connect or write); 0 = not yet. */
  sendUs = 0;
  /** First byte of the response; 0 = none yet. */
  firstByteUs = 0;
  /** Final status of HTTP; 0 = none yet. */
  status = 0;
  /** The status that the target answered in the protocol's own numbers; -1 = none. */
  ownStatus = -1;
  /** It failed by {@link ownStatus}. */
  failedByOwnStatus = false;
  /** The address that a redirect leads to, as the target wrote it; null for other answers. */
  location: string | null = null;
  bodyBytes = 0;
  /** Its stream as a whole; null for a request that has none. */
  readonly ending: StreamEnding | null = null;
  /** Set when the response is complete and something is to be checked. */
  responseTimeUs = 0;
  /** It went out on a connection that had carried one before. */
  reused = false;
  /** The error, if it failed. */
  error: unknown = null;

  /** Neighbours in the deadline list. */
  earlier: RequestSlot | null = null;
  later: RequestSlot | null = null;
  deadlineUs = 0;

  reset(dueUs: number, warm: boolean): void {
    this.active = true;
    this.warm = warm;
    this.counted = false;
    this.dueUs = dueUs;
    this.sendUs = 0;
    this.firstByteUs = 0;
    this.status = 0;
    this.ownStatus = -1;
    this.failedByOwnStatus = false;
    this.location = null;
    this.traceId = null;
    this.bodyBytes = 0;
    this.reused = false;
    this.error = null;
  }

  /** Judges a whole answer by the plan's checks and extractions; null: it is good. */
  abstract judge(): CheckFailure | null;
  /** The part of the body that was kept for an error example. */
  abstract body(): Buffer | null;
  /** Drops what was kept of the answer: a slot may be idle for long. */
  abstract release(): void;
}
