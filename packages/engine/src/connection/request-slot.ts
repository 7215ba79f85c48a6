/**
 * Holds one request in flight. An HTTP/1.1 connection has as many request slots as its pipelining factor, an HTTP/2 connection
 * as many as its streams. A slot and its handler are reused for every request: the fast path allocates none of our objects.
 */
import type { OutcomeKind } from '@plimsoll/contracts/outcome';
import type { UndecodedBody } from '@plimsoll/wording/request-failure-sentence';
import type { CheckedCall } from '../scenario/checks.ts';
import type { CompiledRequest } from '../scenario/compiled-request.ts';
import type { Iteration } from '../scenario/iteration.ts';
import { Message } from '../scenario/message.ts';
import type { RenderContext } from '../scenario/template.ts';

const noMessage = new Message({ url: new URL('http://127.0.0.1/'), method: 'GET', path: '/', headers: [], body: null });

export abstract class RequestSlot {
  /** The request of the plan that it sends; the scenario sets it before each. */
  request!: CompiledRequest;
  message: Message = noMessage;
  /** What the message was rendered from; null if the message is always the same. */
  context: RenderContext | null = null;
  /** The iteration that it sends the next step of; null in a mix. */
  iteration: Iteration | null = null;
  /** A request is in flight on this slot. */
  active = false;
  /** It was begun in the plan's warm-up. */
  warm = false;
  /** It is counted as sent. */
  counted = false;
  /** When it was due (open) or begun (closed). */
  dueUs = 0;
  /** When we first did something for it on the network (connect or write); 0 = not yet. */
  sendUs = 0;
  /** First byte of the response; 0 = none yet. */
  firstByteUs = 0;
  /** Final status; 0 = none yet. */
  status = 0;
  /** gRPC status by which the call failed; 0 = it did not, or has none. */
  grpcStatus = 0;
  /** gRPC status that the target answered; -1 = none. */
  answeredGrpcStatus = -1;
  /** What checks look at of a gRPC call; null of an HTTP request. */
  readonly call: CheckedCall | null = null;
  /** Where a redirect leads to, as the target wrote it; null of other answers. */
  location: string | null = null;
  bodyBytes = 0;
  /** Set when the response is complete and something is to be checked. */
  responseTimeUs = 0;
  /** It went out on a connection that had carried one before. */
  reused = false;
  /** The error, if it failed. */
  error: unknown = null;
  /** Why we gave it up, if we did. */
  verdict: OutcomeKind | null = null;

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
    this.grpcStatus = 0;
    this.answeredGrpcStatus = -1;
    this.location = null;
    this.bodyBytes = 0;
    this.reused = false;
    this.error = null;
    this.verdict = null;
  }

  /** Response headers by lower-case name, where the transport was asked to keep them. */
  abstract header(name: string): string | null;
  /** What was kept of the body. */
  abstract body(): Buffer | null;
  /** The whole body, unpacked, where the checks need it; null if it was too large to keep or cannot be unpacked. */
  abstract wholeBody(): Buffer | null;
  /** The body was not kept because other bodies had taken all memory for them. */
  abstract readonly outOfRoom: boolean;
  /** Why the body could not be unpacked, once it was to be. */
  abstract readonly undecoded: UndecodedBody | null;
  /** Drops what was kept of the response: a slot may be idle for long. */
  abstract release(): void;
  /** The whole body parsed as JSON, once per response; undefined if it is not JSON. */
  abstract json(): unknown;
  /** True if the n-th text of the checks was in the body. */
  abstract contained(needle: number): boolean;
}
