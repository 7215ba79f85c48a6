/** Loads in a process of their own (`load-process.ts`), which shares its memory with nobody. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Plan } from '@plimsoll/contracts/plan';
import { until } from '@plimsoll/testbed/until';
import { expect } from 'vitest';
import { processEnvironment, processFlags } from '../../src/process-flags.ts';
import { testedClient } from './harness.ts';
import type { FromLoads, ToLoads } from './load-process.ts';

type Told<Kind> = Extract<FromLoads, { readonly kind: Kind }>;

export interface LoadsApart {
  /** Resolves when every load has had so many seconds that count: by default, in which requests ended. */
  seconds(count: number, counts?: (second: Told<'second'>) => boolean): Promise<void>;
  /** Resolves when all have ended and the process is over, to their ends by name. */
  stop(): Promise<Readonly<Record<string, Told<'ended'>>>>;
  /** The most memory it had in all, beyond the most that it had before its loads. */
  moreBytes(): number;
}

/** Begins a load for each of these plans. */
export function startLoadsApart(plans: Readonly<Record<string, Plan>>): LoadsApart {
  const child = fork(fileURLToPath(new URL('./load-process.ts', import.meta.url)), [], {
    serialization: 'advanced',
    execArgv: [...processFlags(...Object.values(plans))],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { PATH: process.env.PATH, PLIMSOLL_TEST_CLIENT: testedClient, ...processEnvironment },
  });
  let said = '';
  child.stderr?.on('data', (piece) => (said += piece));
  const exited = once(child, 'exit');
  const died = exited.then(([code, signal]) => Promise.reject(new Error(`the loads died (${signal ?? code}): ${said.slice(0, 2000)}`)));
  died.catch(() => undefined);
  const told: FromLoads[] = [];
  child.on('message', (message: FromLoads) => told.push(message));
  const of = <Kind extends FromLoads['kind']>(kind: Kind) => told.filter((one): one is Told<Kind> => one.kind === kind);
  const tell = (message: ToLoads) => child.send(message);
  const peak = (kind: 'ready' | 'over') => Math.max(...of(kind).map(({ peakBytes }) => peakBytes));
  tell({ kind: 'load', plans });
  return {
    async seconds(count, counts = ({ ended }) => ended > 0) {
      const hadThem = () => {
        const names = of('second').flatMap((second) => (counts(second) ? [second.name] : []));
        return Object.keys(plans).filter((name) => names.filter((one) => one === name).length >= count);
      };
      const all = ({ length }: readonly string[]) => length === Object.keys(plans).length;
      await Promise.race([until(`each load has had ${count} seconds that count`, 30_000, hadThem, all), died]);
    },
    async stop() {
      tell({ kind: 'stop', sentNs: process.hrtime.bigint() });
      expect(await exited, said).toEqual([0, null]);
      return Object.fromEntries(of('ended').map((end) => [end.name, end]));
    },
    moreBytes: () => peak('over') - peak('ready'),
  };
}
