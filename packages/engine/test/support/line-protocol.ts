/** A protocol of a stranger, in one file: a request is one line, and its answer is a stream of lines that an empty one ends. */
import type { Socket } from 'node:net';
import type { OutcomeKind } from '@plimsoll/contracts/outcome';
import { ConnectionRequestSlot, type ConnectionSlot, type OpenConnection } from '../../src/connection/connection-slot.ts';
import { createSlotTransport } from '../../src/connection/slot-transport.ts';
import type { Protocol } from '../../src/protocol/protocol.ts';
import type { StreamEnding } from '../../src/protocol/stream-figures.ts';
import { CompiledRequest, type Message } from '../../src/scenario/compiled-request.ts';
import { MessagePacer } from '../../src/stream/message-pacer.ts';
import { Stream, type StreamOwner, type StreamPlan } from '../../src/stream/stream.ts';

class LineRequest extends CompiledRequest implements StreamPlan {
  readonly judges = false;
  readonly keepHeaders = false;
  readonly constant: Message = { headers: [] };
  readonly sends = false;
  readonly messagesPerStream = 1;
  readonly intervalUs = 0;
  readonly durationUs = Number.POSITIVE_INFINITY;
  readonly timesRoundTrip = false;
  readonly messageChecks = null;

  withHeader(message: Message): Message {
    return message;
  }

  message(): Message {
    return this.constant;
  }
}

class LineSlot extends ConnectionRequestSlot implements StreamOwner {
  declare request: LineRequest;
  readonly stream: Stream;
  override readonly ending = {
    end: null as StreamEnding['end'],
    closeCode: null,
    tokens: { input: 0, output: 0, byMessages: true, withinLimits: true },
  };

  constructor(connectionSlot: ConnectionSlot, pacer: MessagePacer) {
    super(connectionSlot);
    const { bodies, events } = connectionSlot.options;
    this.stream = new Stream({ owner: this, pacer, bodies, events });
  }

  override reset(dueUs: number, warm: boolean): void {
    super.reset(dueUs, warm);
    this.stream.reset(this.request);
    this.ending.end = null;
    this.ending.tokens.output = 0;
  }

  get isOpen(): boolean {
    return this.connection !== null;
  }

  judge(): null {
    return null;
  }

  body(): null {
    return null;
  }

  release(): void {
    this.stream.release();
  }

  sendMessage(): number {
    return 0;
  }

  stopSending(): void {}

  stopWatching(): void {}
}

class LineConnection implements OpenConnection {
  readonly #connectionSlot: ConnectionSlot;
  readonly #socket: Socket;
  #slot: LineSlot | null = null;
  #requests = 0;
  #usedUp = false;
  #text = '';

  constructor(connectionSlot: ConnectionSlot, socket: Socket) {
    this.#connectionSlot = connectionSlot;
    this.#socket = socket;
    const { connections, meter } = connectionSlot.options;
    connections.add(this);
    socket.on('error', () => undefined);
    socket.once('end', () => socket.destroy());
    socket.once('close', () => {
      connections.delete(this);
      meter.closed(socket, !this.#usedUp);
      if (this.#slot) this.giveUp(this.#slot, 'closed_early');
    });
  }

  usable(): boolean {
    return !this.#usedUp && this.#slot === null;
  }

  send(slot: LineSlot, nowUs: number): void {
    slot.connection = this;
    if (slot.sendUs === 0) slot.sendUs = nowUs;
    slot.reused = this.#requests++ > 0;
    this.#slot = slot;
    this.#socket.write('go\n');
    this.#connectionSlot.options.events.sent(slot, nowUs);
    slot.stream.begun(nowUs, 1, 2, false);
  }

  feed(bytes: Buffer, length: number): void {
    const { clock, events } = this.#connectionSlot.options;
    const nowUs = clock.nowUs();
    this.#text += bytes.toString('latin1', 0, length);
    for (let end = this.#text.indexOf('\n'); end >= 0; end = this.#text.indexOf('\n')) {
      const line = this.#text.slice(0, end);
      this.#text = this.#text.slice(end + 1);
      const slot = this.#slot as LineSlot;
      if (slot.firstByteUs === 0) slot.firstByteUs = nowUs;
      slot.bodyBytes += line.length + 1;
      if (line !== '') {
        slot.stream.came(nowUs, line.length, Buffer.from(line), 0);
        slot.ending.end = 'complete';
        slot.ending.tokens.output++;
        continue;
      }
      this.#slot = null;
      events.ended(slot, nowUs, 'response');
    }
  }

  giveUp(slot: LineSlot, outcome: OutcomeKind): void {
    this.#slot = null;
    this.retire();
    this.#connectionSlot.end(slot, outcome, null);
  }

  retire(): void {
    if (this.#usedUp) return;
    this.#usedUp = true;
    this.#socket.destroy();
    this.#connectionSlot.connectionUsedUp(this);
  }

  destroy(): Promise<void> {
    this.#usedUp = true;
    this.#slot = null;
    return new Promise((resolve) => {
      if (this.#socket.closed) resolve();
      else this.#socket.once('close', () => resolve()).destroy();
    });
  }
}

export const lineProtocol: Protocol = {
  alpn: 'http/1.1',
  pacesMessages: () => false,
  settle: async (plan) => plan,
  compile: (part) => new LineRequest(part),
  createTransport(options) {
    const pacer = new MessagePacer({ ...options, meter: options.events, lane: null });
    return createSlotTransport(options, {
      slotsPerConnection: 1,
      reads: 'fed',
      createSlot: (connectionSlot) => new LineSlot(connectionSlot, pacer),
      adopt: (connectionSlot, socket) => new LineConnection(connectionSlot, socket),
      close: () => pacer.close(),
    });
  },
  warmUpTarget: (_target, url) => ({ url }),
};
