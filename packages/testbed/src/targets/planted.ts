/** A target with one known weakness, in a process of its own: what held a load back is known before it begins. */
import { forkTarget } from './forked-target.ts';

/** How it treats a request. Raw sockets, so that its own cost is small beside what is planted. */
export type PlantedTarget =
  /** Answers at once, with a body of so many bytes. */
  | { readonly kind: 'fast'; readonly bytes?: number }
  /** Answers each after the same time, however many it has. */
  | { readonly kind: 'slow'; readonly delayMs: number }
  /** The same to some µs, which a timer of whole milliseconds does not keep. */
  | { readonly kind: 'exact'; readonly delayMs: number }
  /** Shares itself out: an answer takes the longer the more are under way. */
  | { readonly kind: 'shared'; readonly msForEach: number }
  /** So many workers, each request takes one of them for a fixed time; beyond so many that wait it answers 503. */
  | { readonly kind: 'pool'; readonly workers: number; readonly serviceMs: number; readonly mostWaiting?: number }
  /**
   * A language model of so many slots: a stream takes one until its last token; those beyond wait their turn. It answers a GET with server-sent
   * events: so many tokens, and at random more, on average `moreTokens` (exponential).
   */
  | {
      readonly kind: 'model';
      readonly slots: number;
      readonly firstMs: number;
      readonly gapMs: number;
      readonly tokens: number;
      readonly moreTokens?: number;
    }
  /** Computes so long for each, in its only thread. */
  | { readonly kind: 'core'; readonly busyMs: number }
  /** Answers a part never; all of it from a second on. */
  | { readonly kind: 'hanging'; readonly share: number; readonly fromSecond?: number }
  | { readonly kind: 'resetting'; readonly share: number }
  /** Answers 429 beyond this rate. */
  | { readonly kind: 'limited'; readonly perSecond: number }
  /** Sends bodies of so many bytes over one line of this speed: in place of a line, which tests may not slow down. */
  | { readonly kind: 'line'; readonly bytes: number; readonly bitsPerSecond: number };

export interface RunningTarget {
  readonly url: string;
  readonly pid: number;
  close(): Promise<void>;
}

export async function startPlanted(planted: PlantedTarget): Promise<RunningTarget> {
  const { listening, pid, close } = await forkTarget(new URL('./planted-process.ts', import.meta.url), planted);
  return { url: `http://127.0.0.1:${listening}/`, pid, close };
}
