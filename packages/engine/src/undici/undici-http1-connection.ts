/** HTTP/1.1 over undici: requests in flight on one connection are answered in order. */
import type { Socket } from 'node:net';
import type { OutcomeKind } from '@plimsoll/contracts/outcome';
import { errorCode, GivenUpError } from '@plimsoll/network/connection-error';
import { classifyError } from '../connection/classify-error.ts';
import { lingerMs } from '../connection/client-limits.ts';
import type { ConnectionSlot } from '../connection/connection-slot.ts';
import { recogniseAnswer } from '../connection/foreign-protocol.ts';
import { ConnectionGoneError, ResponseError } from '../connection/request-errors.ts';
import type { HttpRequestSlot } from '../http/http-request-slot.ts';
import { UndiciConnection } from './undici-connection.ts';
import type { ResponseHeaders } from './undici-handler.ts';

/** undici closes idle connections half a second after their last response at the earliest, others in the same turn of the event loop. */
const sameTurnUs = 100_000;

export class UndiciHttp1Connection extends UndiciConnection {
  /** The socket's own `destroy`; undici calls ours instead. */
  readonly #destroySocket: Socket['destroy'];
  #peerCloses = false;
  #answeredUs = 0;
  #linger: NodeJS.Timeout | null = null;

  constructor(connectionSlot: ConnectionSlot, socket: Socket) {
    super(connectionSlot, socket, { pipelining: connectionSlot.options.pipelining, allowH2: false });
    this.#destroySocket = socket.destroy;
    socket.destroy = (error?: Error) => this.#undiciCloses(error);
  }

  usable(nowUs: number): boolean {
    if (this.usedUp || this.weClose || this.socket.destroyed) return false;
    const aged = this.#aged(nowUs);
    if (aged && this.inFlight === 0) this.retire(true);
    return !this.usedUp && !aged;
  }

  #aged(nowUs: number): boolean {
    return nowUs - this.openedUs >= this.connectionSlot.options.maxAgeUs;
  }

  head({ connection }: ResponseHeaders): void {
    if (connection === undefined || connection === 'keep-alive') return;
    if (/(?:^|,)\s*close\s*(?:,|$)/i.test(String(connection))) this.#peerCloses = true;
  }

  protected override afterResponse(nowUs: number): void {
    this.#answeredUs = nowUs;
    if (this.#peerCloses) this.retire(false);
    else if (this.inFlight > 0) return;
    else if (this.weClose) this.retire(false);
    else if (this.#aged(nowUs)) this.retire(true);
  }

  giveUp(slot: HttpRequestSlot, outcome: OutcomeKind, error: unknown = null): void {
    const own = this.findHandler(slot);
    if (!own) return;
    this.detach(own);
    const others = this.#detachAll();
    this.retire(true);
    this.connectionSlot.end(slot, outcome, error);
    for (const other of others)
      this.connectionSlot.end(other, 'closed_early', new ConnectionGoneError({ kind: 'connectionGivenUpForAnother' }));
  }

  /** Takes no more requests. `now`: closes it; else undici does after its last response, or the target before. */
  retire(now: boolean): void {
    if (this.usedUp) return;
    this.usedUp = true;
    if (now) this.client.destroy(new GivenUpError({ kind: 'connectionGivenUp' }), () => {});
    const others = now ? [] : this.#detachAll();
    this.connectionSlot.connectionUsedUp(this);
    for (const other of others)
      this.connectionSlot.end(other, 'closed_early', new ConnectionGoneError({ kind: 'closedAfterEarlierResponse' }));
  }

  #detachAll(): HttpRequestSlot[] {
    const handlers = this.handlers();
    const slots = handlers.map(({ slot }) => slot as HttpRequestSlot);
    for (const handler of handlers) this.detach(handler);
    return slots;
  }

  protected override useUpAfter(): void {
    this.useUp();
  }

  protected override classifyFailure(error: Error): OutcomeKind {
    return classifyError(error, this.leftByPeer);
  }

  /** undici's parser keeps the bytes that it could not read. */
  protected override explain(error: Error & { readonly data?: unknown }): Error {
    if (typeof error.data !== 'string') return error;
    const bytes = Buffer.from(error.data, 'latin1');
    const foreign = recogniseAnswer(bytes, 0, bytes.length);
    return foreign && foreign.kind !== 'answeredInHttp1' ? new ResponseError(foreign) : error;
  }

  /** Replaces the socket's `destroy`. undici calls it as soon as the last response is complete, but the target may close first. */
  #undiciCloses(error?: Error): Socket {
    const { socket } = this;
    const afterResponse = this.connectionSlot.options.clock.nowUs() - this.#answeredUs < sameTurnUs;
    if (errorCode(error) !== 'UND_ERR_INFO' || !afterResponse || this.leftByPeer || this.#linger) return this.#reallyClose(error);
    // An HTTP/1.0 target closes without announcing it.
    if (!this.weClose) this.#peerCloses = true;
    this.#linger = setTimeout(() => this.#reallyClose(), lingerMs);
    // undici reads no more, and without reading there is no 'end' event.
    socket.on('readable', () => {
      while (socket.read() !== null);
    });
    this.useUp();
    this.takeBackUnsent();
    return socket;
  }

  #reallyClose(error?: Error): Socket {
    return this.#destroySocket.call(this.socket, error) as Socket;
  }

  protected override ended(): void {
    super.ended();
    if (this.#linger) this.#reallyClose();
  }

  protected override closed(): void {
    if (this.#linger) clearTimeout(this.#linger);
    if (this.#peerCloses) this.leftByPeer = true;
    super.closed();
  }
}
