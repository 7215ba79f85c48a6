/** The frames that streams have to send, within the target's windows (RFC 9113, 5.2): each stream with room sends one frame in its turn. */
import { defaultMaxPayload, defaultWindow, maxWindow } from './frames/frame.ts';
import type { FrameWriter } from './frames/frame-writer.ts';
import { Http2Error } from './frames/http2-error.ts';
import type { Http2Stream } from './http2-stream.ts';

/** DATA of this many bytes is written at once. */
const maxTurnBytes = 65_536;

export class SendQueue<Owner> {
  readonly #writer: FrameWriter;
  readonly #drained: (owner: Owner) => void;
  readonly #streams: Http2Stream<Owner>[] = [];
  #window = defaultWindow;

  /** `drained`: told of the owner of a stream that was full, when it has room again. */
  constructor(writer: FrameWriter, drained: (owner: Owner) => void) {
    this.#writer = writer;
    this.#drained = drained;
  }

  /** It could send more. */
  get isReady(): boolean {
    return this.#streams.length > 0 && this.#window > 0;
  }

  /** The stream may have something to send, or more room for it. */
  add(stream: Http2Stream<Owner>): void {
    if (stream.out === null || stream.queued || stream.sendWindow <= 0) return;
    stream.queued = true;
    this.#streams.push(stream);
  }

  /** The target lets the connection send so many bytes more. */
  widen(bytes: number): void {
    if (bytes === 0) throw new Http2Error('PROTOCOL_ERROR');
    this.#window += bytes;
    if (this.#window > maxWindow) throw new Http2Error('FLOW_CONTROL_ERROR');
  }

  /** Writes as much as the windows allow, and no more than one write should hold. */
  write(): void {
    while (this.isReady && this.#writer.length < maxTurnBytes) {
      const stream = this.#streams.shift() as Http2Stream<Owner>;
      stream.queued = false;
      const { out, outAt } = stream;
      if (out === null || stream.sendWindow <= 0) continue;
      const end = Math.min(out.length, outAt + defaultMaxPayload, outAt + stream.sendWindow, outAt + this.#window);
      const done = end === out.length;
      const next = done ? stream.takeFollowing() : out;
      stream.sentAll = next === null && !stream.more;
      stream.sendWindow -= end - outAt;
      this.#window -= end - outAt;
      // The next buffer may be the same one once more.
      stream.outAt = done ? 0 : end;
      this.#writer.data(stream.id, out, outAt, end, stream.sentAll);
      stream.out = next;
      this.add(stream);
      if (stream.full && stream.out === null) this.#tellRoom(stream);
    }
  }

  #tellRoom(stream: Http2Stream<Owner>): void {
    stream.full = false;
    if (stream.owner !== null) this.#drained(stream.owner);
  }
}
