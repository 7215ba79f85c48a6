/** A run over its live stream: snapshot, then samples, states and the end. Redraws at most twice a second. */

import { type LiveState, liveSnapshotSchema, liveStateSchema } from '@plimsoll/contracts/live';
import { api } from '@plimsoll/contracts/paths';
import { type Run, runSchema } from '@plimsoll/contracts/run';
import { type Point, pointSchema } from '@plimsoll/contracts/sample';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { withPoint, withPoints } from './live-points.ts';

export interface Live {
  readonly run: Run;
  readonly points: readonly Point[];
  readonly connected: boolean;
}

const redrawMs = 500;
const retryMs = 1000;
/** More points than a chart should carry: a fresh stream brings them back merged by the server. */
const mostPoints = 900;

/** Follows `initial` until its end; answers what was known so far, also while the stream is down. */
export function useLiveRun(initial: Run, active: boolean, onEnd: (run: Run) => void): Live {
  const [live, setLive] = useState<Live>({ run: initial, points: [], connected: true });
  // The stream belongs to the run's id: the component is keyed by it, and a newer object of the same run must not reopen it.
  const [first] = useState(initial);
  const latest = useRef(onEnd);
  latest.current = onEnd;
  const ended = useCallback((run: Run) => latest.current(run), []);
  useEffect(() => {
    if (!active) return;
    const follower = follow(first, setLive, ended);
    return () => follower.close();
  }, [first, active, ended]);
  return live;
}

/** The stream itself, outside React: state is gathered here and handed over twice a second. */
export function follow(initial: Run, show: (live: Live) => void, onEnd: (run: Run) => void): { close(): void } {
  let state: Live = { run: initial, points: [], connected: true };
  let source: EventSource | null = null;
  let redraw: ReturnType<typeof setTimeout> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let over = false;
  const change = (next: Partial<Live>) => {
    state = { ...state, ...next };
    redraw ??= setTimeout(() => {
      redraw = undefined;
      show(state);
    }, redrawMs);
  };
  const open = () => {
    source?.close();
    const stream = new EventSource(api.live(initial.id), { withCredentials: true });
    source = stream;
    const on = <S extends z.ZodType>(name: string, schema: S, use: (value: z.output<S>) => void) =>
      stream.addEventListener(name, (event) => {
        const parsed = schema.safeParse(JSON.parse((event as MessageEvent<string>).data));
        if (parsed.success) use(parsed.data);
      });
    on('snapshot', liveSnapshotSchema, (snapshot) =>
      change({
        run: snapshot.run,
        points:
          snapshot.points.length > 0 && state.points.length > mostPoints ? snapshot.points : withPoints(state.points, snapshot.points),
        connected: true,
      }),
    );
    on('sample', pointSchema, (point) => {
      change({ points: withPoint(state.points, point), connected: true });
      if (state.points.length > mostPoints && point.seconds === 1) open();
    });
    on('state', liveStateSchema, (next: LiveState) => change({ run: { ...state.run, ...next }, connected: true }));
    on('end', runSchema, (run) => {
      over = true;
      stream.close();
      change({ run, connected: true });
      onEnd(run);
    });
    stream.onopen = () => change({ connected: true });
    stream.onerror = () => {
      if (over) return;
      change({ connected: false });
      // The browser retries a dropped stream by itself, with its last id; a refused one it gives up.
      if (stream.readyState === EventSource.CLOSED) retry = setTimeout(open, retryMs);
    };
  };
  open();
  return {
    close() {
      over = true;
      source?.close();
      clearTimeout(redraw);
      clearTimeout(retry);
    },
  };
}
