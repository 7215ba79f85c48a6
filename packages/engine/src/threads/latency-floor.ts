/**
 * The generator's own floor: the times of requests to an echo of its own over loopback, through the plan's client. Nothing that it measures can be
 * faster, and where the floor of two runs differs, so do their times by as much, whatever their targets did.
 */
import type { Plan } from '@plimsoll/contracts/plan';
import { loadDurationMs } from '@plimsoll/contracts/plan';
import type { LatencyFloor } from '@plimsoll/contracts/run';
import { addEncoded, emptyHistogram, valueAt } from '@plimsoll/statistics/histogram';
import { kindOf, makeOwnLoad, startTargetOf } from './jit-warm-up.ts';

/** As a usual load has it: between two requests the thread sleeps. */
const ratePerSecond = 200;
const connections = 4;
const usualMs = 1000;
/** Of its load's own length a run waits no longer for it: a run of 2 s does so for 100 ms. */
const mostShare = 1 / 20;
const leastMs = 60;
/** Seconds of it, of which the first ones open connections. */
const partUs = 20_000;
const openingParts = 2;
/** One that was measured while the generator waited holds for so long. */
const trueForMs = 60_000;

interface Known {
  readonly floor: Pick<LatencyFloor, 'p50Us' | 'p99Us'>;
  readonly atMs: number;
}

const known = new Map<string, Known>();

/** Measures it while there is no load, for one of this plan's kind that may come. The plan's protocol must be settled (not `auto`). */
export async function measureFloorAhead(plan: Plan, signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await measure(withoutPace(plan), usualMs, signal);
}

/** The floor of a load of this plan that is about to begin: as measured within the last minute, else now. Null where nothing was answered. */
export async function latencyFloor(planned: Plan): Promise<LatencyFloor | null> {
  const plan = withoutPace(planned);
  const before = known.get(kindOf(plan));
  const loadMs = loadDurationMs(plan.load) ?? usualMs;
  if (!before || performance.now() - before.atMs > trueForMs) await measure(plan, Math.min(usualMs, Math.max(leastMs, loadMs * mostShare)));
  const found = known.get(kindOf(plan));
  return found ? { ...found.floor, ageSeconds: Math.round((performance.now() - found.atMs) / 1000) } : null;
}

/** Of what sends messages at due times, the floor is that of one message: the rest of its time is the plan's. */
function withoutPace(plan: Plan): Plan {
  const { target } = plan;
  if (target?.websocket) {
    const websocket = { ...target.websocket, messagesPerConnection: 1, messageInterval: null, ping: null };
    return { ...plan, target: { ...target, websocket } };
  }
  if (!target?.grpc) return plan;
  const { messagesPerStream } = target.grpc;
  return {
    ...plan,
    target: { ...target, grpc: { ...target.grpc, messagesPerStream: messagesPerStream && 1, messageInterval: null } },
  };
}

async function measure(plan: Plan, ms: number, stopped?: AbortSignal): Promise<void> {
  const target = await startTargetOf(plan);
  const times = emptyHistogram();
  await makeOwnLoad(plan, target, {
    load: { model: 'open', rate: ratePerSecond, duration: `${Math.round(ms)}ms`, maxConnections: connections, maxQueued: connections },
    ...(stopped && { stopped }),
    timer: null,
    secondUs: partUs,
    emit: ({ second, histograms }) => {
      if (second >= openingParts) addEncoded(times, histograms.serviceTime);
    },
  });
  target.close();
  const [p50Us, p99Us] = [valueAt(times, 50), valueAt(times, 99)];
  // A load that comes meanwhile waits for nothing.
  if (stopped?.aborted) return;
  if (p50Us === null || p99Us === null) known.delete(kindOf(plan));
  else known.set(kindOf(plan), { floor: { p50Us, p99Us }, atMs: performance.now() });
}
