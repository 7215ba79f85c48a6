/** The WebSocket of a plan, compiled once: how it is asked for, its messages, and how what comes is judged. */
import { durationMs } from '@plimsoll/contracts/duration';
import { isErrorStatus } from '@plimsoll/contracts/error-status';
import { transportUrl } from '@plimsoll/contracts/grpc-url';
import type { Plan } from '@plimsoll/contracts/plan';
import { messagesAwaited, messagesSent, type WebSocketMessage, type WebSocketPlan } from '@plimsoll/contracts/websocket';
import { compileHttpRequest, type HttpParts } from '@plimsoll/network/http-request';
import { compileTemplate, noContext, type RenderContext, unescaped } from '@plimsoll/network/template';
import type { CheckFailure } from '@plimsoll/wording/request-failure-sentence';
import { type CheckList, compileChecks } from '../scenario/checks.ts';
import { CompiledRequest, type Message, type PlannedPart } from '../scenario/compiled-request.ts';
import { jsonMessages } from '../stream/json-messages.ts';
import { MessageChecks, type StreamedAnswer, streamJudges } from '../stream/message-checks.ts';
import type { StreamPlan } from '../stream/stream.ts';
import { publishMoment } from './publish-moment.ts';

/** A request for an upgrade, but for the fields that each connection has of its own. */
export interface UpgradeMessage extends Message {
  readonly head: string;
}

export interface SentMessage {
  readonly bytes: Buffer;
  readonly binary: boolean;
}
type Make = SentMessage | ((context: RenderContext) => SentMessage);

export class WebSocketRequest extends CompiledRequest implements StreamPlan {
  readonly judges: boolean;
  readonly keepHeaders = false;
  readonly constant: UpgradeMessage | null;
  readonly sends: boolean;
  readonly messagesPerStream: number;
  readonly intervalUs: number;
  readonly durationUs = Number.POSITIVE_INFINITY;
  readonly afterAnswer: boolean;
  readonly timesRoundTrip: boolean;
  readonly messageChecks: MessageChecks | null;
  readonly subprotocols: readonly string[];
  readonly deflate: boolean;
  readonly maxMessageBytes: number;
  /** The others wait for the answer to the first message. */
  readonly firstAnswered: boolean;
  /** Messages after which a connection that has sent all is closed. */
  readonly awaited: number;
  /** Infinity: no time closes it, and nothing is pinged. */
  readonly closeAfterUs: number;
  readonly pingUs: number;
  /** Reads the moment at which a message was published, in µs since 1970; null where the plan does not ask. */
  readonly publishedAt: ((message: Buffer) => number | null) | null;
  readonly #first: Make | null;
  readonly #messages: readonly Make[];
  readonly #render: (context: RenderContext) => UpgradeMessage;
  readonly #checks: CheckList<StreamedAnswer>;
  readonly #failing: Plan['errorStatuses'];

  constructor(part: PlannedPart, socket: WebSocketPlan) {
    super(part);
    const { plan, request, runId } = part;
    const checks = [...plan.checks, ...request.checks];
    const messageChecks = new MessageChecks(jsonMessages, checks);
    this.messageChecks = messageChecks.isEmpty ? null : messageChecks;
    this.#checks = compileChecks<StreamedAnswer>(checks, streamJudges());
    this.judges = !this.#checks.isEmpty;
    this.#failing = plan.errorStatuses;
    this.sends = this.timesRoundTrip = socket.messages !== null;
    this.messagesPerStream = messagesSent(socket);
    this.awaited = messagesAwaited(socket);
    this.intervalUs = lengthUs(socket.messageInterval) ?? 0;
    this.afterAnswer = socket.afterAnswer;
    this.closeAfterUs = lengthUs(socket.closeAfter) ?? Number.POSITIVE_INFINITY;
    this.pingUs = lengthUs(socket.ping) ?? Number.POSITIVE_INFINITY;
    this.subprotocols = socket.subprotocols;
    this.deflate = socket.deflate;
    this.maxMessageBytes = socket.maxMessageBytes;
    this.firstAnswered = socket.firstMessage !== null && socket.firstAnswered;
    this.publishedAt = socket.published && publishMoment(socket.published.jsonPath);
    this.#first = socket.firstMessage === null ? null : compileMessage(socket.firstMessage);
    this.#messages = (socket.messages ?? []).map(compileMessage);
    const { changes, render } = compileHttpRequest({ ...request, url: transportUrl(request.url) }, runId);
    this.#render = (context) => formatUpgrade(render(context));
    const same = !changes && [this.#first, ...this.#messages].every((message) => typeof message !== 'function');
    this.constant = same ? this.#render(noContext) : null;
  }

  withHeader({ headers, head }: UpgradeMessage, name: string, value: string): UpgradeMessage {
    return { headers: [...headers, name, value], head: `${head}${name}: ${value}\r\n` };
  }

  message(context: RenderContext): UpgradeMessage {
    return this.constant ?? this.#render(context);
  }

  /** Does the plan count an answer with this status as an error by itself? */
  failsBy(status: number): boolean {
    return isErrorStatus(this.#failing, status);
  }

  judge(answer: StreamedAnswer): CheckFailure | null {
    return this.#checks.judge(answer);
  }

  /** The message that is sent before all others; null where there is none. */
  first(context: RenderContext | null): SentMessage | null {
    return this.#first && make(this.#first, context ?? noContext);
  }

  nth(nth: number, context: RenderContext | null): SentMessage {
    const message = this.#messages[nth % this.#messages.length] as Make;
    return typeof message === 'function' ? message({ ...(context ?? noContext), messageSeq: nth }) : message;
  }
}

function make(message: Make, context: RenderContext): SentMessage {
  return typeof message === 'function' ? message(context) : message;
}

function lengthUs(duration: string | null): number | null {
  return duration === null ? null : durationMs(duration) * 1000;
}

function compileMessage(written: WebSocketMessage): Make {
  if (typeof written !== 'string') return { bytes: Buffer.from(written.base64, 'base64'), binary: true };
  const compiled = compileTemplate(written, unescaped);
  if (typeof compiled === 'string') return { bytes: Buffer.from(compiled), binary: false };
  return (context) => ({ bytes: Buffer.from(compiled(context)), binary: false });
}

function formatUpgrade({ url, path, headers }: HttpParts): UpgradeMessage {
  let head = `GET ${path} HTTP/1.1\r\nhost: ${url.host}\r\n`;
  for (let i = 0; i < headers.length; i += 2) head += `${headers[i]}: ${headers[i + 1]}\r\n`;
  return { headers, head };
}
