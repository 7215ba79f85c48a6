/**
 * Metrics of the runs that this process makes, on their way to a backend. Totals are cumulative and there is one export at a time, so nothing queues
 * up: while the backend is away the next export grows by nothing, and says later what was not said before. Runs that ended are kept until an export
 * brought them out, for a minute at most and a hundred of them; beyond that they are dropped, and counted.
 */
import type { Sample } from '@plimsoll/contracts/sample';
import { type Attributes, listRows, type Row, type Shape } from './metric-rows.ts';
import { RunTotals } from './run-totals.ts';

/** Rows of one run. `startMs`: since when its totals are counted, wall clock. */
export interface RunRows {
  readonly startMs: number;
  readonly attributes: Attributes;
  readonly rows: readonly Row[];
}

/** Sends them; rejects where the backend did not take them. Never called twice at once. */
export type Send = (runs: readonly RunRows[]) => Promise<void>;

export interface RunMeter {
  add(sample: Sample): void;
  /** No second follows: what is known goes out at once. */
  end(): void;
}

/** What became of exports, for logs and for metrics. */
export interface ExportEvents {
  sent(): void;
  failed(error: unknown): void;
  /** So many runs ended, and their last figures reached nobody. */
  dropped(runs: number): void;
}

export interface MetricsPush {
  begin(attributes: Attributes, shape: Shape): RunMeter;
  /** One last export, within a few seconds. */
  close(): Promise<void>;
}

const keepEndedMs = 60_000;
const mostEnded = 100;
/** Runs that end within it go out together. */
const soonMs = 100;
const longestCloseMs = 5000;

interface Metered {
  readonly startMs: number;
  readonly attributes: Attributes;
  readonly shape: Shape;
  readonly totals: RunTotals;
  endedMs: number | null;
}

/** `now`: wall clock in ms. */
export function openMetricsPush(
  send: Send,
  { everyMs, events, now = Date.now }: { readonly everyMs: number; readonly events: ExportEvents; readonly now?: () => number },
): MetricsPush {
  const runs = new Set<Metered>();
  let sending: Promise<void> | null = null;
  let soon: NodeJS.Timeout | null = null;
  let again = false;
  const timer = setInterval(() => void push(), everyMs).unref();

  /** Joins the export under way, where there is one. */
  function push(): Promise<void> {
    sending ??= (async () => {
      const ended = [...runs].filter(({ endedMs }) => endedMs !== null);
      const told = [...runs].filter(({ totals }) => totals.last !== null);
      try {
        if (told.length > 0) {
          await send(told.map(({ startMs, attributes, shape, totals }) => ({ startMs, attributes, rows: listRows(totals, shape) })));
          events.sent();
        }
        for (const run of ended) runs.delete(run);
      } catch (error) {
        events.failed(error);
        giveUp();
      }
    })().finally(() => {
      sending = null;
    });
    return sending;
  }

  function giveUp(): void {
    const ended = [...runs].filter(({ endedMs }) => endedMs !== null);
    const old = ended.filter(({ endedMs }, place) => now() - (endedMs as number) > keepEndedMs || ended.length - place > mostEnded);
    for (const run of old) runs.delete(run);
    if (old.length > 0) events.dropped(old.length);
  }

  function pushSoon(): void {
    if (!sending) {
      soon ??= setTimeout(() => {
        soon = null;
        if (sending) pushSoon();
        else void push();
      }, soonMs);
      return;
    }
    // The export under way may not know of the end.
    if (again) return;
    again = true;
    void sending.then(() => {
      again = false;
      pushSoon();
    });
  }

  return {
    begin(attributes, shape) {
      const run: Metered = { startMs: now(), attributes, shape, totals: new RunTotals(), endedMs: null };
      runs.add(run);
      return {
        add: (sample) => run.totals.add(sample),
        end() {
          if (run.endedMs !== null) return;
          run.endedMs = now();
          pushSoon();
        },
      };
    },
    async close() {
      clearInterval(timer);
      if (soon) clearTimeout(soon);
      const late = Promise.withResolvers<void>();
      const patience = setTimeout(late.resolve, longestCloseMs);
      await Promise.race([late.promise, (sending ?? Promise.resolve()).then(push)]);
      clearTimeout(patience);
      const left = [...runs].filter(({ endedMs }) => endedMs !== null).length;
      if (left > 0) events.dropped(left);
    },
  };
}
