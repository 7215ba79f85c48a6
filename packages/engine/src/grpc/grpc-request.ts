/** A gRPC call of the plan, compiled once: its head, its messages as frames, when each is due, and how its answers are judged. */
import type { Check } from '@plimsoll/contracts/check';
import { durationMs } from '@plimsoll/contracts/duration';
import type { GrpcCall } from '@plimsoll/contracts/grpc-call';
import { grpcRefusal } from '@plimsoll/contracts/grpc-refusal';
import { type CallMessage, type CompiledCall, compileCall } from '@plimsoll/grpc/compile-call';
import { GrpcError } from '@plimsoll/grpc/grpc-error';
import { listCallFields } from '@plimsoll/network/call-fields';
import { frameMessage } from '@plimsoll/network/message-frame';
import { compileTemplate, noContext, type RenderContext, type Rendered, render, unescaped } from '@plimsoll/network/template';
import type { CheckFailure } from '@plimsoll/wording/request-failure-sentence';
import { type CheckList, compileChecks } from '../scenario/checks.ts';
import { CompiledRequest, type PlannedPart } from '../scenario/compiled-request.ts';
import { MessageChecks, streamJudges } from '../stream/message-checks.ts';
import type { StreamPlan } from '../stream/stream.ts';
import { type CheckedCall, listGood, statusJudge } from './call-status.ts';
import type { GrpcMessage } from './grpc-message.ts';

/** HTTP/2's own fields come first: four names and values. */
const ownFields = 8;
/** Messages of one stream that are sent at once are one buffer. */
const mostStreamBytes = 64 * 1024 * 1024;

interface Framed {
  readonly frame: Buffer;
  readonly bytes: number;
}

export class GrpcRequest extends CompiledRequest implements StreamPlan {
  readonly judges: boolean;
  readonly keepHeaders = true;
  readonly sends: boolean;
  /** The target answers with one message. */
  readonly answersOnce: boolean;
  readonly timesRoundTrip: boolean;
  readonly messagesPerStream: number;
  readonly intervalUs: number;
  readonly durationUs: number;
  readonly maxMessageBytes: number;
  readonly messageChecks: MessageChecks | null;
  readonly constant: GrpcMessage | null;
  readonly #checks: CheckList<CheckedCall>;
  /** Statuses that count as good, by number. */
  readonly #good: readonly number[];
  readonly #fields: readonly (Rendered | string)[];
  /** The fields, if no template is in them. */
  readonly #constantFields: string[] | null;
  readonly #messages: readonly ((context: RenderContext) => Framed)[];
  /** Those of unary calls, in turn. */
  readonly #inTurn: readonly GrpcMessage[] | null;

  /** Throws GrpcError. */
  constructor(part: PlannedPart, grpc: GrpcCall) {
    super(part);
    const { plan, request: target, runId } = part;
    const checks = [...plan.checks, ...target.checks];
    this.#checks = compileCallChecks(checks);
    this.judges = !this.#checks.isEmpty;
    const call = compileCall(grpc);
    this.sends = call.kind === 'client_streaming' || call.kind === 'bidi_streaming';
    this.answersOnce = call.kind === 'unary' || call.kind === 'client_streaming';
    this.timesRoundTrip = call.kind === 'bidi_streaming' && grpc.roundTrip;
    this.intervalUs = grpc.messageInterval === null ? 0 : durationMs(grpc.messageInterval) * 1000;
    this.durationUs = grpc.streamDuration === null ? Number.POSITIVE_INFINITY : durationMs(grpc.streamDuration) * 1000;
    this.messagesPerStream = countMessages(this, grpc, call);
    this.maxMessageBytes = grpc.maxMessageBytes;
    this.#good = listGood(checks);
    const messageChecks = new MessageChecks(call.answers, checks);
    this.messageChecks = messageChecks.isEmpty ? null : messageChecks;
    this.#fields = listCallFields(target, grpc, call.path, runId);
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

  withHeader(message: GrpcMessage, name: string, value: string): GrpcMessage {
    const { headers, http2 } = message;
    return { ...message, headers: [...headers, name, value], http2: [...http2, name, value], repeats: false };
  }

  message(context: RenderContext): GrpcMessage {
    const turn = this.sends ? 0 : context.seq % this.#messages.length;
    return this.constant ?? this.#inTurn?.[turn] ?? this.#first(context, turn);
  }

  judge(call: CheckedCall): CheckFailure | null {
    return this.#checks.judge(call);
  }

  /** The nth message of a stream. Throws GrpcError where a template became what does not fit. */
  frame(nth: number, context: RenderContext | null): Framed {
    const make = this.#messages[nth % this.#messages.length] as (context: RenderContext) => Framed;
    return make(context === null ? noContext : { ...context, messageSeq: nth });
  }

  /** The beginning of the call. `turn`: which message a call of one message sends. */
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
    const fields = this.#constantFields ?? this.#fields.map((field) => render(field, context));
    return {
      method: 'POST',
      headers: fields.slice(ownFields),
      http2: fields,
      repeats: this.#constantFields !== null,
      body: frames.length === 1 ? (frames[0] as Buffer) : Buffer.concat(frames),
      more: paced && this.messagesPerStream > 1,
      messages,
      messageBytes,
    };
  }
}

function compileCallChecks(checks: readonly Check[]): CheckList<CheckedCall> {
  const judgeStream = streamJudges();
  return compileChecks<CheckedCall>(checks, (check) => statusJudge(check) ?? judgeStream(check));
}

function countMessages({ sends, intervalUs, durationUs }: GrpcRequest, grpc: GrpcCall, { messages }: CompiledCall): number {
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
