/** The engine in a process of its own, so that its processor time can be measured. Argument: `{plan, threads, together}` as JSON; prints figures as JSON: of all loads, where the plan is made several times at once. */
import { planSchema } from '@plimsoll/contracts/plan';
import type { Sample } from '@plimsoll/contracts/sample';
import { runTogether } from '@plimsoll/engine/run-load';
import { merge, summarizeTimes } from '@plimsoll/statistics/histogram';

const {
  plan: written,
  threads,
  together = 1,
} = JSON.parse(process.argv[2] ?? '{}') as { plan: unknown; threads: number; together?: number };
const plan = planSchema.parse(written);
const samples: Sample[] = [];
/** At time 0: the JIT warm-up is over. */
let begun = process.cpuUsage();
const [end] = await runTogether({
  loads: Array.from({ length: together }, (_, at) => ({
    plan,
    runId: `bench ${at}`,
    policy: { mode: 'allowlist', allowed: ['loopback'], ownPorts: [] },
    onSample: (sample) => samples.push(sample),
  })),
  seed: 1,
  threads,
  signal: new AbortController().signal,
  startAt: async () => {
    begun = process.cpuUsage();
    return null;
  },
});
const used = process.cpuUsage(begun);
const sum = (pick: (sample: Sample) => number) => samples.reduce((total, sample) => total + pick(sample), 0);
const times = (name: keyof Sample['histograms']) => summarizeTimes(merge(samples.map((sample) => sample.histograms[name])));
const [response, service, lateness, connect] = [times('responseTime'), times('serviceTime'), times('sendLateness'), times('connectTime')];
const ms = (us: number | null) => (us === null ? null : us / 1000);
const lengthMs = sum((sample) => sample.lengthMs) / together;
process.stdout.write(
  JSON.stringify({
    reason: end?.reason,
    perSecond:
      (sum((sample) => (plan.target?.websocket || plan.target?.stream ? sample.messages.received : sample.done)) / lengthMs) * 1000,
    p50Ms: ms(response.p50Us),
    p99Ms: ms(response.p99Us),
    p999Ms: ms(response.p999Us),
    failed: sum((sample) => sample.failed),
    cpuSeconds: (used.user + used.system) / 1e6,
    extra: {
      planned: sum((sample) => sample.planned),
      sent: sum((sample) => sample.sent),
      servicep99Ms: ms(service.p99Us),
      latenessP50Us: lateness.p50Us,
      latenessP99Us: lateness.p99Us,
      connectP99Ms: ms(connect.p99Us),
      mostOpen: Math.max(...samples.map((sample) => sample.connections.open)),
      rssMb: Math.max(...samples.map((sample) => sample.generator.rssBytes)) / 1e6,
      warmUpCpuSeconds: (begun.user + begun.system) / 1e6,
    },
  }),
);
