/** A generator process of an open load at a low rate. Tells the processor time it used from time 0 on, and how late it sent. */
import { type Plan, planSchema } from '@plimsoll/contracts/plan';
import type { Sample } from '@plimsoll/contracts/sample';
import { runLoad } from '../../src/run-load.ts';
import { addUp, loopbackOnly } from './harness.ts';

export interface SlowPace {
  readonly cpuSeconds: number;
  readonly seconds: number;
  readonly sent: number;
  readonly latenessP50Us: number | null;
}

const plan: Plan = planSchema.parse(JSON.parse(process.argv[2] ?? '{}'));
const samples: Sample[] = [];
let [begun, fromMs] = [process.cpuUsage(), 0];
await runLoad({
  plan,
  runId: 'slow-pace',
  policy: loopbackOnly,
  threads: 1,
  signal: new AbortController().signal,
  startAt: async () => {
    [begun, fromMs] = [process.cpuUsage(), performance.now()];
    return null;
  },
  onSample: (sample) => samples.push(sample),
});
const { user, system } = process.cpuUsage(begun);
const { sent, sendLateness } = addUp(samples);
const told: SlowPace = {
  cpuSeconds: (user + system) / 1e6,
  seconds: (performance.now() - fromMs) / 1000,
  sent,
  latenessP50Us: sendLateness.p50Us,
};
process.send?.(told);
