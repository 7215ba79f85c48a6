/**
 * The story of streams: from how many at once on their first token (or message) came later, and whether answers that are made piece by
 * piece came whole, as they do where a proxy on the way buffers them.
 */
import { type Point, readStream } from '@plimsoll/contracts/sample';
import type { BareFinding } from '@plimsoll/contracts/story';
import type { MessageTime } from '@plimsoll/contracts/times';
import { addHistogram, computeMean, emptyHistogram, type Histogram, merge, valueAt } from '../histogram/histogram.ts';
import { laterFrom } from './later-from.ts';

/** Two levels in each doubling of the streams at once: a level less would tell a step of the load apart from itself. */
const levelsPerDoubling = 2;
/** Of fewer values a p95 is the second highest of them, or the highest. */
const leastValues = 20;
/** Of a first message that comes at once nobody says that it was held back. */
const leastWaitUs = 50_000;
/** Several messages a stream, at least. */
const leastMessages = 3;
/** Within this time on average, first to last, after a wait that is far longer: nearly no stream can have been told piece by piece. */
const atOnceUs = 5000;
const leastWait = 20;

interface Level {
  /** The second in which it was met first, and the fewest streams at once that it stands for. */
  readonly second: number;
  streams: number;
  readonly times: Histogram;
}

export class StreamStory {
  readonly #levels = { token: new Map<number, Level>(), message: new Map<number, Level>() };
  readonly #first = emptyHistogram();
  readonly #gaps = emptyHistogram();
  #received = 0;
  #firstSecond: number | null = null;

  /** By rising second, without the warm-up. `loaded`: the load was on for all of it. The times are read at once and may be reused. */
  add(point: Point, merged: Readonly<Record<MessageTime, Histogram>>, loaded: boolean): void {
    const stream = readStream(point);
    if (!stream) return;
    this.#firstSecond ??= point.second;
    this.#received += stream.messagesReceived;
    addHistogram(this.#first, merged.firstMessageTime);
    addHistogram(this.#gaps, merged.messageGap);
    // At the end of a load no stream is under way any more, and those that came to be timed were many.
    const streams = point.inFlight;
    if (!loaded || streams === 0) return;
    const place = Math.round(levelsPerDoubling * Math.log2(streams));
    for (const [of, times] of [
      ['token', merged.firstTokenTime],
      ['message', merged.firstMessageTime],
    ] as const) {
      const level = this.#levels[of].get(place) ?? { second: point.second, streams, times: emptyHistogram() };
      this.#levels[of].set(place, level);
      level.streams = Math.min(level.streams, streams);
      addHistogram(level.times, times);
    }
  }

  list(): BareFinding[] {
    // An exchange of one message has no first one: its time is the response time.
    if (this.#received < leastMessages * this.#first.total) return [];
    const late = this.#findLate('token') ?? (this.#hasTokens() ? null : this.#findLate('message'));
    return [...(late ? [late] : []), ...this.#findWhole()];
  }

  #hasTokens(): boolean {
    return [...this.#levels.token.values()].some(({ times }) => times.total > 0);
  }

  #findLate(of: 'token' | 'message'): BareFinding | null {
    const levels = [...this.#levels[of]]
      .sort(([a], [b]) => a - b)
      .map(([, level]) => level)
      .filter(({ times }) => times.total >= leastValues);
    const p95 = (some: readonly Level[]) => valueAt(merge(some.map(({ times }) => times)), 95) ?? 0;
    const from = laterFrom(levels.map((level) => p95([level])));
    const above = from === null ? [] : levels.slice(from);
    const [first] = above;
    if (!first || from === null) return null;
    const figures = { of, streams: first.streams, beforeUs: p95(levels.slice(0, from)), afterUs: p95(above) };
    return { kind: 'first_later', second: Math.min(...above.map(({ second }) => second)), figures };
  }

  #findWhole(): BareFinding[] {
    const streams = this.#first.total;
    if (streams < leastValues || this.#firstSecond === null) return [];
    // Messages of one read have no gap.
    const spreadUs = (this.#gaps.total * (computeMean(this.#gaps) ?? 0)) / streams;
    const firstUs = valueAt(this.#first, 50) ?? 0;
    if (spreadUs > atOnceUs || firstUs < leastWait * spreadUs || firstUs < leastWaitUs) return [];
    return [{ kind: 'answer_whole', second: this.#firstSecond, figures: { messages: this.#received / streams, spreadUs, firstUs } }];
  }
}
