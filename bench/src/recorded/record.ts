/**
 * Records the series of `series.ts` against real servers of this machine, into the fixtures of packages/statistics. Arguments: names of
 * series; none: all. Each takes 20 to 30 s and wants the machine to itself.
 */
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { type PlanInput, planSchema } from '@plimsoll/contracts/plan';
import type { Sample } from '@plimsoll/contracts/sample';
import { runLoad } from '@plimsoll/engine/run-load';
import { type Series, series } from './series.ts';

const folder = new URL('../../../packages/statistics/test/fixtures/recorded/', import.meta.url);
/** Stories are told from these; the other histograms are most of a sample's bytes. */
const keptTimes = ['responseTime', 'serviceTime', 'failedTime', 'sendLateness'] as const;

async function record(name: string, { client, load, timeout, headers, start }: Series): Promise<void> {
  const { port, servers, events = [] } = await start();
  const written: PlanInput = {
    version: 1,
    name,
    target: { url: `http://127.0.0.1:${port}/`, ...(headers ? { headers } : {}) },
    ...(timeout ? { timeout } : {}),
    connection: { client },
    load: { model: 'open', ...load },
  };
  const samples: Sample[] = [];
  const timers: NodeJS.Timeout[] = [];
  const { reason } = await runLoad({
    plan: planSchema.parse(written),
    runId: name,
    policy: { mode: 'allowlist', allowed: ['loopback'], ownPorts: [] },
    threads: 1,
    startAt: async () => {
      for (const [at, act] of events) timers.push(setTimeout(act, at * 1000));
      return null;
    },
    signal: new AbortController().signal,
    onSample: (sample) => samples.push(sample),
  });
  for (const timer of timers) clearTimeout(timer);
  for (const server of servers) await (typeof server === 'function' ? server() : server)?.close();
  const kept = samples.map(({ histograms, errors: _, ...sample }) => ({
    ...sample,
    histograms: Object.fromEntries(keptTimes.map((time) => [time, Buffer.from(histograms[time]).toString('base64')])),
  }));
  // Its port means nothing later.
  const plan = { ...written, target: { ...written.target, url: 'http://127.0.0.1/' } };
  const bytes = gzipSync(JSON.stringify({ plan, samples: kept }), { level: 9 });
  writeFileSync(new URL(`${name}.json.gz`, folder), bytes);
  const row = ({ second, planned, sent, dropped, done, failed, statuses, outcomes, inFlight, waiting }: Sample) =>
    [second, planned, sent, dropped, done, failed, JSON.stringify(statuses), JSON.stringify(outcomes), inFlight, waiting].join('\t');
  console.log(`${name}: ${reason}, ${bytes.length} bytes\n${samples.map(row).join('\n')}`);
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !series[name]);
if (unknown.length > 0) throw new Error(`no such series: ${unknown.join(', ')}`);
for (const [name, one] of Object.entries(series)) if (wanted.length === 0 || wanted.includes(name)) await record(name, one);
