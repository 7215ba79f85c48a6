/** A stream takes no more to send while this much waits in it for the target's window. */
const mostWaitingBytes = 65_536;
/** The cost of a buffer beside its bytes. */
const bufferBytes = 200;

/** One stream of an HTTP/2 connection (RFC 9113, 5). Its object is used again for a later stream. */
export class Http2Stream<Owner> {
  id = 0;
  /** The owner of the stream. */
  owner: Owner | null = null;
  /** It answers a HEAD request: its response has no body, whatever its length says. */
  toHead = false;
  /** Bytes that the target lets us send; negative after it made its windows smaller. */
  sendWindow = 0;
  /** The bytes still to be sent, from `outAt`; null if there are none. */
  out: Buffer | null = null;
  outAt = 0;
  /** More may follow what is to be sent now. */
  more = false;
  /** Enough waits to be sent: its owner is told when there is room again. */
  full = false;
  /** The buffers to be sent after `out`. */
  readonly #following: Buffer[] = [];
  #followingBytes = 0;
  /** We sent all that we have to send. */
  sentAll = false;
  /** It waits for its turn to send. */
  queued = false;
  /** Bytes that came in since the target was last given more window. */
  receivedBytes = 0;
  /** The final head of the response came in. */
  hasHead = false;
  /** Bytes of the body still to come; negative if they are not known. */
  bodyLeft = -1;

  reset(id: number, owner: Owner, sendWindow: number): void {
    this.id = id;
    this.owner = owner;
    this.toHead = false;
    this.sendWindow = sendWindow;
    this.out = null;
    this.outAt = 0;
    this.more = false;
    this.dropFollowing();
    this.sentAll = false;
    this.queued = false;
    this.receivedBytes = 0;
    this.hasHead = false;
    this.bodyLeft = -1;
  }

  /** Is sent after what is there. */
  follow(bytes: Buffer): void {
    this.#following.push(bytes);
    this.#followingBytes += bytes.length + bufferBytes;
    this.full = this.#followingBytes > mostWaitingBytes;
  }

  /** Takes what is to be sent next; null if nothing is there. */
  takeFollowing(): Buffer | null {
    const next = this.#following.shift() ?? null;
    if (next !== null) this.#followingBytes -= next.length + bufferBytes;
    return next;
  }

  dropFollowing(): void {
    if (this.#following.length > 0) this.#following.length = 0;
    this.#followingBytes = 0;
    this.full = false;
  }
}
