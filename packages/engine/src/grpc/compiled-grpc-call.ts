/** A gRPC call of the plan, compiled once: its head, its messages as frames, and when each is due. */
import type { Check } from '@plimsoll/contracts/check';
import { durationMs } from '@plimsoll/contracts/duration';
import type { GrpcCall } from '@plimsoll/contracts/grpc-call';
import { grpcRefusal } from '@plimsoll/contracts/grpc-refusal';
import { grpcStatuses } from '@plimsoll/contracts/grpc-status';
import { transportUrl } from '@plimsoll/contracts/grpc-url';
import type { Target } from '@plimsoll/contracts/target';
import { type CallMessage, type CompiledCall, compileCall } from '@plimsoll/grpc/compile-call';
import { GrpcError } from '@plimsoll/grpc/grpc-error';
import { compileAuthorization } from '../scenario/authorization.ts';
import { goodStatuses } from '../scenario/checks.ts';
import { compileTemplate, escapeHeaderValue, type RenderContext, type Rendered, render, unescaped } from '../scenario/template.ts';
import { GrpcMessage } from './grpc-message.ts';
import { MessageChecks } from './message-checks.ts';
import { frameMessage } from './message-frame.ts';

/** Messages of one stream that are sent at once are one buffer. */
const mostStreamBytes = 64 * 1024 * 1024;
/** For what has no templates. */
const noContext: RenderContext = { seq: 0, row: null, values: null, random: () => 0, wallMs: () => 0 };

interface Framed {
  readonly frame: Buffer;
  readonly bytes: number;
}

export class CompiledGrpcCall {
  /** The client sends a stream. */
  readonly sends: boolean;
  /** The target answers with one message. */
  readonly answersOnce: boolean;
  readonly timesRoundTrip: boolean;
  /** Messages of one stream; Infinity where its time alone ends it. */
  readonly messagesPerStream: number;
  /** From one message to the next; 0 = all at once. */
  readonly intervalUs: number;
  /** Infinity if a stream has no end by time. */
  readonly durationUs: number;
  readonly maxMessageBytes: number;
  /** Null where no check looks at a message. */
  readonly messageChecks: MessageChecks | null;
  /** The message of every call, if they are all the same. */
  readonly constant: GrpcMessage | null;
  /** Statuses that count as good, by number. */
  readonly #good: readonly number[];
  readonly #path: string;
  readonly #url: URL;
  readonly #fields: readonly (Rendered | string)[];
  /** The fields, if no template is in them. */
  readonly #constantFields: string[] | null;
  readonly #messages: readonly ((context: RenderContext) => Framed)[];
  /** Those of unary calls, in turn. */
  readonly #inTurn: readonly GrpcMessage[] | null;

  /** `headers`: names and values that every request has. Throws GrpcError. */
  constructor(target: Target, grpc: GrpcCall, headers: readonly string[], checks: readonly Check[] = []) {
    const call = compileCall(grpc);
    this.#url = new URL(transportUrl(target.url));
    this.#path = call.path;
    this.sends = call.kind === 'client_streaming' || call.kind === 'bidi_streaming';
    this.answersOnce = call.kind === 'unary' || call.kind === 'client_streaming';
    this.timesRoundTrip = call.kind === 'bidi_streaming' && grpc.roundTrip;
    this.intervalUs = grpc.messageInterval === null ? 0 : durationMs(grpc.messageInterval) * 1000;
    this.durationUs = grpc.streamDuration === null ? Number.POSITIVE_INFINITY : durationMs(grpc.streamDuration) * 1000;
    this.messagesPerStream = countMessages(this, grpc, call);
    this.maxMessageBytes = grpc.maxMessageBytes;
    this.#good = listGood(checks);
    const messageChecks = new MessageChecks(call.answers, checks);
    this.messageChecks = messageChecks.checks.length > 0 ? messageChecks : null;
    this.#fields = listFields(target, grpc, this.#path, this.#url, headers);
    this.#constantFields = this.#fields.every((field) => typeof field === 'string') ? (this.#fields as string[]) : null;
    this.#messages = call.messages.map((message) => compileFrame(message, grpc.gzip));
    const same = this.#constantFields !== null && call.messages.every(({ constant }) => constant !== null);
    const first = same ? this.#first(noContext, 0) : null;
    this.#inTurn = same && !this.sends && call.messages.length > 1 ? call.messages.map((_, index) => this.#first(noContext, index)) : null;
    this.constant = this.#inTurn ? null : first;
  }

  /** Does a call that ends with this status count as good, but for other checks? OK that was not asked for fails its check. */
  isGood(status: number): boolean {
    return status === 0 || this.#good.includes(status);
  }

  readonly render = (context: RenderContext): GrpcMessage => {
    const turn = this.sends ? 0 : context.seq % this.#messages.length;
    return this.#inTurn?.[turn] ?? this.#first(context, turn);
  };

  /** The nth message of a stream. Throws GrpcError where a template became what does not fit. */
  frame(nth: number, context: RenderContext | null): Framed {
    const make = this.#messages[nth % this.#messages.length] as (context: RenderContext) => Framed;
    return make(context === null ? noContext : { ...context, messageSeq: nth });
  }

  /** What goes out when the call begins. `turn`: which message a call of one message sends. */
  #first(context: RenderContext, turn: number): GrpcMessage {
    const paced = this.intervalUs > 0;
    const messages = paced ? 1 : this.messagesPerStream;
    const frames: Buffer[] = [];
    let [messageBytes, total] = [0, 0];
    for (let nth = 0; nth < messages; nth++) {
      const { frame, bytes } = this.frame(this.sends ? nth : turn, context);
      frames.push(frame);
      messageBytes += bytes;
      total += frame.length;
      if (total > mostStreamBytes)
        throw new GrpcError(['messagesPerStream'], grpcRefusal('grpc_stream_too_large', { most: mostStreamBytes / 1024 / 1024 }));
    }
    return new GrpcMessage({
      url: this.#url,
      path: this.#path,
      fields: this.#constantFields ?? this.#fields.map((field) => render(field, context)),
      repeats: this.#constantFields !== null,
      body: frames.length === 1 ? (frames[0] as Buffer) : Buffer.concat(frames),
      more: paced && this.messagesPerStream > 1,
      messages,
      messageBytes,
    });
  }
}

/** Each check on the status has to allow them. */
function listGood(checks: readonly Check[]): readonly number[] {
  const allowed = checks.flatMap((check) => ('grpcStatus' in check ? [goodStatuses(check)] : []));
  return allowed.length === 0
    ? []
    : grpcStatuses.flatMap((name, status) => (allowed.every((names) => names.includes(name)) ? [status] : []));
}

function countMessages({ sends, intervalUs, durationUs }: CompiledGrpcCall, grpc: GrpcCall, { messages }: CompiledCall): number {
  if (!sends) return 1;
  if (grpc.messagesPerStream !== null) return grpc.messagesPerStream;
  return intervalUs > 0 && durationUs < Number.POSITIVE_INFINITY ? Number.POSITIVE_INFINITY : messages.length;
}

function compileFrame(message: CallMessage, gzip: boolean): (context: RenderContext) => Framed {
  if (message.constant) {
    const framed = { frame: frameMessage(message.constant, gzip), bytes: message.constant.length };
    return () => framed;
  }
  const texts = new Map<string, Rendered | string>();
  return (context) => {
    const bytes = message.fill((text) => {
      const compiled = texts.get(text) ?? compileTemplate(text, unescaped);
      texts.set(text, compiled);
      return render(compiled, context);
    });
    return { frame: frameMessage(bytes, gzip), bytes: bytes.length };
  };
}

function listFields(target: Target, grpc: GrpcCall, path: string, url: URL, headers: readonly string[]): (Rendered | string)[] {
  const own = [
    ...[':method', 'POST', ':scheme', url.protocol.slice(0, -1), ':path', path, ':authority', grpc.authority ?? url.host],
    ...['content-type', 'application/grpc', 'te', 'trailers'],
    ...(grpc.deadline === null ? [] : ['grpc-timeout', formatTimeout(durationMs(grpc.deadline))]),
    ...(grpc.gzip ? ['grpc-encoding', 'gzip'] : []),
    ...['grpc-accept-encoding', 'identity,gzip'],
    ...headers,
  ];
  const metadata = Object.entries(grpc.metadata).flatMap(([name, value]): (Rendered | string)[] => {
    const key = name.toLowerCase();
    return [key, key.endsWith('-bin') ? value.replaceAll('-', '+').replaceAll('_', '/') : compileTemplate(value, escapeHeaderValue)];
  });
  return [...own, ...metadata, ...(target.auth ? ['authorization', compileAuthorization(target.auth)] : [])];
}

/** `grpc-timeout`: at most eight digits and a unit. */
function formatTimeout(ms: number): string {
  const units = [
    ['u', 1000],
    ['m', 1],
    ['S', 0.001],
  ] as const;
  const [unit, perMs] = units.find(([, per]) => ms * per < 1e8) ?? units[2];
  return `${Math.max(1, Math.round(ms * perMs))}${unit}`;
}
