/**
 * One generator process that waits for its load while the worker is idle. Starting Node and loading the engine takes nearly half a second on
 * two cores, which the first request of a run no longer waits for. The JIT warm-up is still each load's own: it depends on the plan.
 */
import { type Plan, planSchema } from '@plimsoll/contracts/plan';
import { processFlags } from '@plimsoll/engine/process-flags';
import { type StartedGenerator, startGenerator } from './started-generator.ts';

/** A worker that makes one run after another needs no spare; it would be started beside a load. */
const idleMs = 2000;
/** The most usual load, until the first one is known. */
const usual = planSchema.parse({
  version: 1,
  name: 'usual',
  target: { url: 'http://localhost' },
  load: { model: 'open', rate: 1, duration: '1s' },
});

export interface Generators {
  /** For this plan: the spare one if its flags are the plan's. The next spare is started once `over` was called as often. */
  take(plan: Plan): StartedGenerator;
  over(): void;
  close(): void;
}

export function openGenerators(): Generators {
  let flags = processFlags(usual);
  let spare: StartedGenerator | undefined;
  let timer: NodeJS.Timeout | undefined;
  let underWay = 0;
  const begin = () => {
    timer = setTimeout(() => {
      spare = startGenerator(flags);
    }, idleMs);
    timer.unref();
  };
  const drop = () => {
    clearTimeout(timer);
    spare?.child.kill('SIGKILL');
    spare = undefined;
  };
  begin();
  return {
    take(plan) {
      underWay += 1;
      flags = processFlags(plan);
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
