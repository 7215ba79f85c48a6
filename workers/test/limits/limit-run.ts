/** One planted run as a worker makes it, without its database: generator process, probe of the target, and what the judge says of both. */
import { targetOfSecond } from '@plimsoll/analysis/target-of-second';
import { defaultCaps } from '@plimsoll/contracts/caps';
import type { HttpClient } from '@plimsoll/contracts/connection';
import { type Plan, planSchema } from '@plimsoll/contracts/plan';
import { type ResourceFigures, type Resources, toldMetrics } from '@plimsoll/contracts/resources';
import type { Sample } from '@plimsoll/contracts/sample';
import type { Validity } from '@plimsoll/contracts/validity';
import { processFlags } from '@plimsoll/engine/process-flags';
import { judgeValidity } from '@plimsoll/statistics/validity';
import { startPlanted } from '@plimsoll/testbed/targets/planted';
import { runEndSentence } from '@plimsoll/wording/run-end-sentence';
import { type GeneratorEnd, holdGenerator } from '../../src/generator/generator-process.ts';
import { startGenerator } from '../../src/generator/started-generator.ts';
import { openLog } from '../../src/log.ts';
import { openProbes } from '../../src/resources/target-probes.ts';
import { busyLoops, type Hindrance, pin, putUnderQuota, stopInTurns } from './hindrances.ts';
import type { LimitCase } from './limit-cases.ts';

const policy = { mode: 'allowlist' as const, allowed: ['loopback'], ownPorts: [] };

export interface LimitRun {
  readonly client: HttpClient;
  readonly model: 'open' | 'closed';
  readonly beside: 'idle' | 'busy loops';
}

export interface JudgedRun {
  readonly validity: Validity;
  readonly samples: readonly Sample[];
  readonly resources: Resources;
}

function planOf(planted: LimitCase, url: string, { client, model }: LimitRun): Plan {
  const { load, connection, timeout } = planted;
  return planSchema.parse({
    version: 1,
    name: planted.name,
    target: { url },
    connection: { client, ...connection },
    ...(timeout ? { timeout } : {}),
    load: model === 'open' ? { model, duration: '4s', ...load.open } : { model, duration: '4s', ...load.closed },
  });
}

export async function makeLimitRun(planted: LimitCase, run: LimitRun): Promise<JudgedRun> {
  const ending: (() => unknown)[] = [];
  const add = (one: Hindrance | null) => {
    if (one) ending.push(one.end);
  };
  try {
    const target = await startPlanted(planted.target);
    ending.push(target.close);
    const plan = planOf(planted, target.url, run);
    const samples: Sample[] = [];
    const generator = holdGenerator(startGenerator(processFlags(plan)), {
      loads: 1,
      keeps: false,
      onSample: (_load, sample) => void samples.push(sample),
      log: openLog('silent'),
    });
    ending.push(generator.kill);
    const pid = generator.pid ?? 0;
    if (run.beside === 'busy loops') add(busyLoops(2));
    if (planted.hinder?.targetQuota !== undefined) add(putUnderQuota(target.pid, planted.hinder.targetQuota));
    // It is set up with what it needs, and short of it from time 0 on.
    const quota = planted.hinder?.generatorQuota === undefined ? null : putUnderQuota(pid, 2);
    add(quota);
    await generator.up;
    const heartbeat = setInterval(() => generator.heard(process.hrtime.bigint()), 1000);
    ending.push(() => clearInterval(heartbeat));
    const loads = [{ plan, runId: crypto.randomUUID(), policy, detour: null, caps: defaultCaps }];
    generator.prepare(
      { loads, seed: 0, turns: null, parts: { first: 0, count: 1, of: 1 }, hardDeadlineMs: 60_000 },
      process.hrtime.bigint(),
    );
    if (!(await generator.ready)) throw new Error(runEndSentence(((await generator.ended)[0] as GeneratorEnd).ending));
    if (planted.hinder?.generatorLoops !== undefined) {
      pin(pid, 0);
      pin(target.pid, 1);
      add(busyLoops(planted.hinder.generatorLoops, { core: 0 }));
    }
    if (planted.hinder?.generatorQuota !== undefined) {
      if (quota) quota.set(planted.hinder.generatorQuota);
      else add(stopInTurns(pid, { runMs: 20, stopMs: 80 }));
    }
    if (planted.hinder?.generatorStops) add(stopInTurns(pid, planted.hinder.generatorStops));
    if (planted.hinder?.targetStops) add(stopInTurns(target.pid, planted.hinder.targetStops));
    const startNs = process.hrtime.bigint() + 100_000_000n;
    generator.go(startNs);
    const watch = await watchTarget(plan, pid, startNs);
    ending.push(watch.end);
    const end = (await generator.ended)[0] as GeneratorEnd;
    if (end.died) throw new Error(runEndSentence(end.ending));
    const resources = watch.end();
    const sources = { targetOf: (second: number) => targetOfSecond(resources)(second) ?? null };
    const validity = judgeValidity(plan, samples, { ...sources, lineBitsPerSecond: planted.lineBitsPerSecond ?? null });
    return { validity, samples, resources };
  } finally {
    for (const end of ending.reverse()) await end();
  }
}

/** Looks once in each second, as the worker does. */
async function watchTarget(plan: Plan, generatorPid: number, startNs: bigint): Promise<{ end(): Resources }> {
  const [probe] = openProbes(plan, policy, generatorPid);
  if (!probe) return { end: () => ({ sources: [], points: [], resolutionSeconds: 1 }) };
  const points: ({ second: number; source: string } & ResourceFigures)[] = [];
  await probe.begin();
  let lastNs = process.hrtime.bigint();
  let second = 0;
  let timer: NodeJS.Timeout;
  let isOver = false;
  const untilMs = () => Number(startNs + BigInt(second + 1) * 1_000_000_000n - process.hrtime.bigint()) / 1e6;
  const look = async () => {
    const nowNs = process.hrtime.bigint();
    const { figures } = await probe.look(Number(nowNs - lastNs) / 1e9);
    lastNs = nowNs;
    if (figures) points.push({ second, source: probe.name(), ...figures });
    second = Math.max(second + 1, Number((process.hrtime.bigint() - startNs) / 1_000_000_000n));
    if (!isOver) timer = setTimeout(look, untilMs());
  };
  timer = setTimeout(look, untilMs());
  return {
    end() {
      isOver = true;
      clearTimeout(timer);
      const source = { name: probe.name(), kind: probe.kind, cores: probe.cores(), quotaCores: probe.quotaCores() };
      return { sources: [{ ...source, metrics: toldMetrics(points), problem: null }], points, resolutionSeconds: 1 };
    },
  };
}
