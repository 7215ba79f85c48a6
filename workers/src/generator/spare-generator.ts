/**
 * One generator process that waits for its load while the worker is idle, warmed up for a load like the last one. Starting Node and compiling
 * the engine takes two seconds of processor time, which the first request of a run no longer waits for. No spare is started while any worker
 * makes a load: it may be on this machine.
 */
import { type Plan, planSchema } from '@plimsoll/contracts/plan';
import { planUrl } from '@plimsoll/contracts/requests';
import { processFlags } from '@plimsoll/engine/process-flags';
import { type StartedGenerator, startGenerator } from './started-generator.ts';

/** A worker that makes one run after another needs no spare; it would be started beside a load. */
const idleMs = 2000;
/** Sooner than what a waiting generator knows of its floor is too old. */
const againMs = 50_000;
const anyLoad = { open: { model: 'open', rate: 1, duration: '1s' }, closed: { model: 'closed', connections: 1, duration: '1s' } } as const;
/** The most usual load, until the first one is known. */
const usual = planSchema.parse({ version: 1, name: 'usual', target: { url: 'http://localhost' }, load: anyLoad.open });

export interface Generators {
  /** For these plans: the spare one if its flags are theirs. The next spare is started once `over` was called as often. */
  take(plans: readonly [Plan, ...Plan[]]): StartedGenerator;
  over(): void;
  close(): void;
}

/** `isBusy`: whether a load is under way anywhere; null: no spare is ever kept. */
export function openGenerators(isBusy: (() => Promise<boolean>) | null): Generators {
  let last = usual;
  let spare: StartedGenerator | undefined;
  let timer: NodeJS.Timeout | undefined;
  let underWay = 0;
  /** As soon as nobody makes a load: starts it, or has it measure itself again, which holds for a minute. */
  const begin = (inMs = idleMs) => {
    if (!isBusy) return;
    const mine = setTimeout(async () => {
      // Not known: perhaps.
      const busy = await isBusy().catch(() => true);
      if (timer !== mine) return;
      if (busy) return begin();
      spare ??= startGenerator(processFlags(last));
      const like = likeOf(last);
      if (!like) return;
      spare.warmUp(like);
      begin(againMs);
    }, inMs);
    timer = mine.unref();
  };
  const drop = () => {
    clearTimeout(timer);
    timer = undefined;
    spare?.child.kill('SIGKILL');
    spare = undefined;
  };
  begin();
  return {
    take(plans) {
      underWay += 1;
      last = plans[0];
      const flags = processFlags(...plans);
      const fits = spare?.child.pid !== undefined && spare.child.connected && spare.flags.join(' ') === flags.join(' ');
      const taken = fits ? spare : undefined;
      if (taken) spare = undefined;
      drop();
      return taken ?? startGenerator(flags);
    },
    over() {
      underWay -= 1;
      if (underWay === 0) begin();
    },
    close: drop,
  };
}

/** A load of this plan's kind that has nothing else of it: the next run may be another team's. null: its kind is known only at its target. */
function likeOf(plan: Plan): Plan | null {
  const { client, protocol, keepAlive, streams } = plan.connection;
  if (protocol === 'auto' || protocol === 'grpc' || protocol === 'websocket') return null;
  return planSchema.parse({
    version: 1,
    name: 'like the last one',
    target: { url: new URL(planUrl(plan)).protocol === 'https:' ? 'https://localhost' : 'http://localhost' },
    connection: protocol === 'http2' ? { client, protocol, keepAlive, streams } : { client, protocol, keepAlive },
    load: anyLoad[plan.load.model],
  });
}
