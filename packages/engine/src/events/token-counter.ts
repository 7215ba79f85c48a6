/**
 * Counts and times the tokens of one stream. Names and definitions are AIPerf's: the first token is the first content that is not empty,
 * and the inter-token latency is one value a stream, (last token − first token) / (output tokens − 1).
 */
import type { StreamSettings } from '@plimsoll/contracts/stream';
import type { StreamFigures, StreamTokens } from '../protocol/stream-figures.ts';
import { ContentScan } from './content-scan.ts';
import { readModelMessage } from './token-shapes.ts';

export type TokenPlan = NonNullable<StreamSettings['tokens']>;

export class TokenCounter implements StreamTokens {
  input = 0;
  /** The stream ended by a message of its shape. */
  ended = false;
  /** The error that a message told; null: none did. */
  error: string | null = null;
  readonly #scan = new ContentScan();
  #plan!: TokenPlan;
  #sendUs = 0;
  /** Messages with content. */
  #messages = 0;
  /** Output tokens as `usage` has them; -1: none came. */
  #told = -1;
  #firstUs = 0;
  #lastUs = 0;

  /** For another stream. */
  reset(plan: TokenPlan): void {
    if (this.#plan !== plan) this.#scan.reset(plan.shape);
    this.#plan = plan;
    this.input = this.#messages = 0;
    this.ended = false;
    this.error = null;
    this.#told = -1;
  }

  get output(): number {
    return this.#told >= 0 ? this.#told : this.#messages;
  }

  get byMessages(): boolean {
    return this.#told < 0;
  }

  get withinLimits(): boolean {
    const { ttftMs, itlMs } = this.#plan;
    if (ttftMs !== null && (this.#messages === 0 || this.#firstUs - this.#sendUs > ttftMs * 1000)) return false;
    return itlMs === null || (this.#interTokenUs() ?? 0) <= itlMs * 1000;
  }

  /** A message of the stream that was sent at `sendUs`, in the read of `nowUs`. */
  came(message: Buffer, nowUs: number, sendUs: number, times: StreamFigures['times']): void {
    if (this.#scan.bringsOnlyContent(message)) this.#contentCame(nowUs, sendUs, times);
    else this.#decode(message, nowUs, sendUs, times);
  }

  #decode(message: Buffer, nowUs: number, sendUs: number, times: StreamFigures['times']): void {
    const { content, input, output, last, error } = readModelMessage(this.#plan.shape, parseJson(message));
    if (content) this.#contentCame(nowUs, sendUs, times);
    if (input !== null) this.input = input;
    if (output !== null) this.#told = output;
    if (last) this.ended = true;
    this.error ??= error;
  }

  #contentCame(nowUs: number, sendUs: number, times: StreamFigures['times']): void {
    const nth = this.#messages++;
    if (nth === 0) {
      this.#firstUs = nowUs;
      this.#sendUs = sendUs;
      times.firstTokenTime.record(nowUs - sendUs);
      // One that came in the same read has no time of its own.
    } else if (nth === 1 && nowUs > this.#firstUs) times.secondTokenTime.record(nowUs - this.#firstUs);
    this.#lastUs = nowUs;
  }

  /** The stream came to its end. */
  finish(times: StreamFigures['times']): void {
    const us = this.#interTokenUs();
    if (us !== null) times.interTokenTime.record(us);
  }

  /** Null where there are not two tokens. */
  #interTokenUs(): number | null {
    const { output } = this;
    return this.#messages > 0 && output >= 2 ? (this.#lastUs - this.#firstUs) / (output - 1) : null;
  }
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
