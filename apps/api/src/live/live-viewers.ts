/**
 * All viewers of this process, by person. One timer looks after them and asks again whether each may still watch; it runs only while
 * there are any.
 */
import pLimit from 'p-limit';
import { LiveViewer, type ViewerOptions, type ViewerRequest } from './live-viewer.ts';

/** Streams of one person at a time, in this process. */
export const mostStreamsPerPerson = 50;
const tickMs = 1000;
/** A right that ended ends the stream within 5 s: this and one tick. */
const recheckMs = 4000;
const patienceMs = 30_000;
/** Rights are asked for beside everybody's requests: a few at a time. */
const rechecksAtOnce = 4;

export interface ViewerCaller {
  readonly userId: string;
  /** Session or token: what has the same one is asked about once. */
  readonly credential: string;
  /** May it still watch? */
  mayWatch(): Promise<boolean>;
}

export interface LiveViewers {
  /** Has this person as many streams as one may? */
  isFull(userId: string): boolean;
  open(caller: ViewerCaller, request: ViewerRequest): void;
  readonly size: number;
  close(): void;
}

interface OpenViewer {
  readonly viewer: LiveViewer;
  readonly caller: ViewerCaller;
  checkedAt: number;
}

type LiveViewersOptions = Pick<ViewerOptions, 'feeds' | 'snapshots'> & Partial<Pick<ViewerOptions, 'patienceMs'>>;

export function openLiveViewers(options: LiveViewersOptions): LiveViewers {
  const viewers = new Set<OpenViewer>();
  const streams = new Map<string, number>();
  const inTurn = pLimit(rechecksAtOnce);
  let ticking: NodeJS.Timeout | undefined;

  function count(userId: string, more: 1 | -1): void {
    const now = (streams.get(userId) ?? 0) + more;
    if (now > 0) streams.set(userId, now);
    else streams.delete(userId);
  }

  function tick(): void {
    const now = performance.now();
    const rights = new Map<string, Promise<boolean>>();
    for (const one of viewers) {
      one.viewer.tick(now);
      if (now - one.checkedAt < recheckMs) continue;
      one.checkedAt = now;
      const { credential, mayWatch } = one.caller;
      const asked = rights.get(credential) ?? inTurn(mayWatch);
      rights.set(credential, asked);
      void asked.then((may) => may || one.viewer.close());
    }
  }

  return {
    isFull: (userId) => (streams.get(userId) ?? 0) >= mostStreamsPerPerson,
    open(caller, request) {
      const { raw } = request;
      // A reader that left while its stream was being opened says nothing any more.
      if (raw.destroyed || raw.socket === null || raw.socket.destroyed) return;
      count(caller.userId, 1);
      const onClose = () => {
        viewers.delete(open);
        count(caller.userId, -1);
        if (viewers.size === 0) clearInterval(ticking);
      };
      const viewer = new LiveViewer({ patienceMs, ...options, ...request, onClose });
      const open: OpenViewer = { viewer, caller, checkedAt: performance.now() };
      viewers.add(open);
      if (viewers.size === 1) ticking = setInterval(tick, tickMs);
    },
    get size() {
      return viewers.size;
    },
    close() {
      for (const { viewer } of viewers) viewer.close();
    },
  };
}
