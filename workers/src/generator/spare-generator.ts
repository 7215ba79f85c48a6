/**
 * The generator of a worker that waits for a load. One that has made none waits for any team's load while the worker is idle, warmed up for a load
 * like the last one. Starting Node and compiling the engine takes two seconds of processor time, which the first request of a run no longer waits
 * for. No spare is started while any worker makes a load: it may be on this machine. Beside it the last one that made a load is kept for the next one
 * like it (`used-generator.ts`), if so set.
 */
import { type Plan, planSchema } from '@plimsoll/contracts/plan';
import { planUrl } from '@plimsoll/contracts/requests';
import { processFlags } from '@plimsoll/engine/process-flags';
import { type StartedGenerator, startGenerator } from './started-generator.ts';
import { keyOf, openUsedGenerator, type Wanted } from './used-generator.ts';

/** A worker that makes one run after another needs no spare; it would be started beside a load. */
const idleMs = 2000;
/** Sooner than what a waiting generator knows of its floor is too old. */
const againMs = 50_000;
const anyLoad = { open: { model: 'open', rate: 1, duration: '1s' }, closed: { model: 'closed', connections: 1, duration: '1s' } } as const;
/** The most usual load, until the first one is known. */
const usual = planSchema.parse({ version: 1, name: 'usual', target: { url: 'http://localhost' }, load: anyLoad.open });

/**
 * Eight seconds after its last work V8 would give back memory, and with it the compiled code whose objects are gone: a generator that waited for 12 s
 * threw away 16 to 21 functions in the first second of its load, and without this 0 or 1.
 */
const keepsCode = '--no-memory-reducer';

export interface Generators {
  /** One that waits if it fits, else a new one. The next spare is started once all that were taken are over. */
  take(wanted: Wanted): StartedGenerator;
  /** Whether the process that makes this load may make others after it. */
  keeps(wanted: Wanted): boolean;
  /** The load is over. `free`: the process could make another one. It is kept, or killed. */
  over(generator: StartedGenerator, wanted: Wanted, free: boolean): void;
  close(): void;
}

export interface Waiting {
  /** Whether the generator of the last load waits for the next one. */
  readonly used: boolean;
  /** Whether a load is under way anywhere; null: no spare is ever started. */
  readonly isBusy: (() => Promise<boolean>) | null;
}

export function openGenerators({ used: keepsUsed, isBusy }: Waiting): Generators {
  const used = openUsedGenerator();
  const flagsOf = (...plans: readonly Plan[]) => [...(keepsUsed ? [keepsCode] : []), ...processFlags(...plans)];
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
      spare ??= startGenerator(flagsOf(last));
      const like = likeOf(last);
      if (!like) return;
      spare.warmUp(like);
      begin(againMs);
    }, inMs);
    timer = mine.unref();
  };
  const wait = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const drop = () => {
    wait();
    spare?.child.kill('SIGKILL');
    spare = undefined;
  };
  begin();
  return {
    take(wanted) {
      const { plans } = wanted;
      underWay += 1;
      last = plans[0];
      wait();
      const again = used.take(wanted);
      if (again) return again;
      const flags = flagsOf(...plans);
      const fits = spare?.child.pid !== undefined && spare.child.connected && spare.flags.join(' ') === flags.join(' ');
      const taken = fits ? spare : undefined;
      if (taken) spare = undefined;
      drop();
      return taken ?? startGenerator(flags);
    },
    keeps: (wanted) => keepsUsed && keyOf(wanted) !== null,
    over(generator, wanted, free) {
      underWay -= 1;
      const kept = keepsUsed && free && used.keep(generator, wanted);
      if (!kept) generator.child.kill('SIGKILL');
      if (underWay === 0) begin();
    },
    close() {
      drop();
      used.drop();
    },
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
