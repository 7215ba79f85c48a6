/** A process that makes several loads at once when told, as a generator does, so that their memory can be measured. */
import { type Plan, planSchema } from '@plimsoll/contracts/plan';
import type { Sample } from '@plimsoll/contracts/sample';
import { runPlan } from './harness.ts';

/** The messages of the test to it: loads to make, or to stop them all. */
export type ToLoads =
  | { readonly kind: 'load'; readonly plans: Readonly<Record<string, Plan>> }
  | { readonly kind: 'stop'; readonly sentNs: bigint };
export type FromLoads =
  /** `peakBytes`: the most memory it has had so far. */
  | { readonly kind: 'ready'; readonly peakBytes: number }
  /** A second of this load: the requests that ended in it, the messages that came. */
  | { readonly kind: 'second'; readonly name: string; readonly ended: number; readonly received: number }
  | {
      readonly kind: 'ended';
      readonly name: string;
      readonly reason: string;
      readonly afterStopMs: number;
      readonly outcomes: Readonly<Record<string, number>>;
      /** Messages that came. */
      readonly received: number;
    }
  | { readonly kind: 'over'; readonly peakBytes: number };

const stop = new AbortController();
let stoppedNs = 0n;
const tell = (message: FromLoads) => process.send?.(message);
const peakBytes = () => process.resourceUsage().maxRSS * 1024;

async function load(plans: Readonly<Record<string, Plan>>): Promise<void> {
  // The targets do not cause what the first load compiles and loads: one that nobody listens to comes before.
  const [first] = Object.values(plans);
  if (first)
    await runPlan(
      planSchema.parse({
        ...first,
        target: { ...first.target, url: first.target?.url.replace(/\/\/.*/, '//127.0.0.1:9/') },
        load: { model: 'closed', connections: 2, requests: 50, duration: '60s' },
      }),
    );
  tell({ kind: 'ready', peakBytes: peakBytes() });
  await Promise.all(
    Object.entries(plans).map(async ([name, plan]) => {
      const onSample = ({ done, failed, messages }: Sample) => {
        tell({ kind: 'second', name, ended: done + failed, received: messages.received });
      };
      const { end, totals } = await runPlan(plan, { signal: stop.signal }, onSample);
      const afterStopMs = stoppedNs === 0n ? -1 : Number(process.hrtime.bigint() - stoppedNs) / 1e6;
      tell({ kind: 'ended', name, reason: end.reason, afterStopMs, outcomes: totals.outcomes, received: totals.messages.received });
    }),
  );
  tell({ kind: 'over', peakBytes: peakBytes() });
  process.disconnect();
}

process.on('message', (message: ToLoads) => {
  if (message.kind === 'load') void load(message.plans);
  else {
    stoppedNs = message.sentNs;
    stop.abort();
  }
});
