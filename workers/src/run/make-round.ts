/** Makes the load of a run, or of the runs of a round that are made together: one generator process for all of them. */
import type { EndReason } from '@plimsoll/contracts/run';
import type { LoadEnding } from '@plimsoll/contracts/run-ending';
import { silentShardMs } from '@plimsoll/store/run-life';
import type { ShardEnd } from '@plimsoll/store/run-shards';
import { type GeneratorProcess, holdGenerator } from '../generator/generator-process.ts';
import type { Wanted } from '../generator/used-generator.ts';
import type { ProvenClaim } from './claim-policy.ts';
import { openDetours } from './detours.ts';
import type { ClaimContext, RunContext } from './run-context.ts';
import { ensureTarget, openPart, type RunPart } from './run-part.ts';
import type { RunTrace } from './run-trace.ts';
import { longestStartMs, passStartBarrier, type Round } from './start-barrier.ts';
import { watchSeconds, watchTargetThresholds } from './watch-thresholds.ts';

/** A timer of more milliseconds than this fires at once. */
const longestTimerMs = 2 ** 31 - 1;

export const otherStopped: ShardEnd = { state: 'stopped', reason: 'stopped', ending: { kind: 'otherStopped' } };

const seconds = silentShardMs / 1000;
const otherSilent: ShardEnd = { state: 'control_lost', reason: 'control_lost', ending: { kind: 'otherSilent', seconds } };
const otherSilentBefore: ShardEnd = { state: 'start_failed', reason: 'failed', ending: { kind: 'otherSilentBefore', seconds } };

/** Answers why this worker's share of each run ended. Where a run is no longer ours, what we know about its end counts for nothing. */
export async function makeRound(
  context: RunContext,
  { claims, seed, turns }: Round,
  contextOf: (claim: ProvenClaim) => ClaimContext,
  signal: AbortSignal,
): Promise<readonly EndReason[]> {
  const halt = new AbortController();
  const over = new AbortController();
  let begun = false;
  /** Why this worker stopped its generator, by run. */
  let causes: readonly ShardEnd[] | null = null;
  const [first, ...others] = claims;
  const wanted: Wanted = {
    plans: [first.plan, ...others.map(({ plan }) => plan)],
    teamId: first.teamId,
    fresh: claims.some(({ ofExperiment, plantedDelayMs }) => ofExperiment || plantedDelayMs !== null),
  };
  const trace = traceAll(claims.map((claim) => contextOf(claim).trace));
  trace.at('start generator');
  const lent = context.generators.take(wanted);
  const generator = holdGenerator(lent, {
    loads: claims.length,
    keeps: context.generators.keeps(wanted),
    onSample: (load, sample) => parts[load]?.add(sample),
    log: contextOf(first).log,
  });
  const stop = () => {
    halt.abort();
    generator.stop('stopped');
  };
  const stopFor = (cause: readonly ShardEnd[]) => {
    causes ??= cause;
    stop();
  };
  // A run of which Postgres heard nothing is lost, whatever it heard of the others.
  const heardNs = claims.map(() => 0n);
  const parts: readonly RunPart[] = claims.map((claim, place) =>
    openPart(contextOf(claim), { claim, turns: turns && { ...turns, side: place } }, generator.pid, {
      onHeard(heardAtNs) {
        heardNs[place] = heardAtNs;
        const [leastNs = 0n] = heardNs.toSorted((one, other) => Number(one - other));
        if (leastNs > 0n) generator.heard(leastNs);
      },
      onAnswer(answer) {
        if (answer === 'silent') stopFor(claims.map(() => (begun ? otherSilent : otherSilentBefore)));
        else if (answer !== 'continue') stop();
      },
    }),
  );
  void generator.up.then((isUp) => isUp && trace.event('generator up'));
  const started: GeneratorProcess = {
    ...generator,
    prepare(order, heardAtNs) {
      trace.at('set up load');
      generator.prepare(order, heardAtNs);
      void generator.ready.then((ready) => ready && !begun && trace.at('wait for start'));
    },
    go(startNs) {
      begun = true;
      const nowNs = process.hrtime.bigint();
      const beginNs = startNs ?? nowNs;
      for (const part of parts) part.begin(beginNs);
      generator.go(startNs);
      trace.at('load');
      trace.event('first request is due', Date.now() + Number(beginNs - nowNs) / 1e6);
    },
  };
  const shutDown = () => stopFor(claims.map(() => ({ state: 'stopped', reason: 'stopped', ending: { kind: 'shutDown' } })));
  signal.addEventListener('abort', shutDown, { once: true });
  if (signal.aborted) shutDown();
  const detours = openDetours(context.config, claims);
  const hardDeadlineMs = Math.max(...claims.map((claim) => claim.hardDeadlineMs));
  const last = setTimeout(generator.kill, Math.min(longestStartMs(context.config) + hardDeadlineMs + 20_000, longestTimerMs));
  try {
    for (const part of parts) await ensureTarget(part);
    const led = await detours.open();
    const unstarted =
      'end' in led ? led.end : await passStartBarrier(contextOf(first), { claims: led.claims, seed, turns }, started, halt.signal);
    if (!unstarted)
      for (const part of parts)
        watchThresholds(part, over.signal, (ending) => {
          const stopped: ShardEnd = { state: 'auto_stopped', reason: 'auto_stopped', ending };
          stopFor(parts.map((other) => (other === part ? stopped : otherStopped)));
        });
    const ends = unstarted ? claims.map(() => unstarted) : await generator.ended;
    trace.at('finish run');
    return await Promise.all(parts.map((part, place) => part.end(ends[place] ?? otherStopped, causes?.[place] ?? null)));
  } finally {
    clearTimeout(last);
    signal.removeEventListener('abort', shutDown);
    over.abort();
    for (const part of parts) part.close();
    detours.close();
    context.generators.over(lent, wanted, generator.letGo());
  }
}

/** Runs that are made together are at one station. */
function traceAll(traces: readonly RunTrace[]): Pick<RunTrace, 'at' | 'event'> {
  return {
    at(station) {
      for (const trace of traces) trace.at(station);
    },
    event(name, atMs) {
      for (const trace of traces) trace.event(name, atMs);
    },
  };
}

function watchThresholds({ claim, context }: RunPart, signal: AbortSignal, stop: (ending: LoadEnding) => void): void {
  if (!claim.plan.abortOnFail || claim.shard !== 0) return;
  if (claim.generators > 1) void watchSeconds(context, claim, { stop, signal });
  void watchTargetThresholds(context, claim, { stop, signal });
}
