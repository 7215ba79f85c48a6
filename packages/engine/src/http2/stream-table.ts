/**
 * The open streams of a connection by id. Ids count up by two, so the last ones have a place each in a ring; a stream that stays open
 * while others come and go moves into a map.
 */
import { Http2Stream } from './http2-stream.ts';

const places = 64;
const placeOf = (id: number) => (id >>> 1) & (places - 1);
const maxSpares = places;

export class StreamTable<Owner> {
  #ring: (Http2Stream<Owner> | null)[] = [];
  readonly #older = new Map<number, Http2Stream<Owner>>();
  readonly #spares: Http2Stream<Owner>[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  open(id: number, owner: Owner, sendWindow: number): Http2Stream<Owner> {
    const stream = this.#spares.pop() ?? new Http2Stream<Owner>();
    stream.reset(id, owner, sendWindow);
    const place = placeOf(id);
    const before = this.#ring[place] ?? null;
    if (before !== null) this.#older.set(before.id, before);
    while (this.#ring.length <= place) this.#ring.push(null);
    this.#ring[place] = stream;
    this.#size++;
    return stream;
  }

  find(id: number): Http2Stream<Owner> | null {
    const stream = this.#ring[placeOf(id)] ?? null;
    if (stream !== null && stream.id === id) return stream;
    return this.#older.size > 0 ? (this.#older.get(id) ?? null) : null;
  }

  /** The stream's object may be another stream after this. */
  close(stream: Http2Stream<Owner>): void {
    const place = placeOf(stream.id);
    if (this.#ring[place] === stream) this.#ring[place] = null;
    else if (!this.#older.delete(stream.id)) return;
    this.#size--;
    stream.owner = null;
    stream.out = null;
    stream.dropFollowing();
    // One that waits for its turn to send stands in a list.
    if (!stream.queued && this.#spares.length < maxSpares) this.#spares.push(stream);
  }

  all(): Http2Stream<Owner>[] {
    return [...this.#older.values(), ...this.#ring.filter((stream) => stream !== null)];
  }
}
