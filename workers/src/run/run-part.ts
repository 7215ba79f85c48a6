/** One run of those that a generator makes, as its worker sees it: its seconds are relayed, its target is watched, and it is ended by itself. */
import { planUrl } from '@plimsoll/contracts/requests';
import type { EndReason } from '@plimsoll/contracts/run';
import type { Sample } from '@plimsoll/contracts/sample';
import type { Turns } from '@plimsoll/contracts/turns';
import type { ShardAnswer } from '@plimsoll/store/run-life';
import type { ShardEnd } from '@plimsoll/store/run-shards';
import type { GeneratorEnd } from '../generator/generator-process.ts';
import { openProbes } from '../resources/target-probes.ts';
import { watchTarget } from '../resources/watch-target.ts';
import { claimPolicy, type ProvenClaim } from './claim-policy.ts';
import { finishShard } from './finish-shard.ts';
import { openLoadOutage } from './load-outage.ts';
import { openRelay } from './relay.ts';
import type { RunContext } from './run-context.ts';
import { toShardEnd } from './shard-end.ts';

export interface RunPart {
  readonly claim: ProvenClaim;
  readonly context: RunContext;
  add(sample: Sample): void;
  /** The load begins at this time of the monotonic clock. */
  begin(startNs: bigint): void;
  /** The load is over. `cause`: why this worker stopped its generator, which does not know. Answers the reason of its end. */
  end(how: GeneratorEnd | ShardEnd, cause: ShardEnd | null): Promise<EndReason>;
  close(): void;
}

export interface PartEvents {
  /** Postgres answered what was sent at this time of the monotonic clock. */
  readonly onHeard: (heardAtNs: bigint) => void;
  readonly onAnswer: (answer: ShardAnswer) => void;
}

/** `pid`: of the generator. */
export function openPart(
  context: RunContext,
  { claim, turns }: { readonly claim: ProvenClaim; readonly turns: Turns | null },
  pid: number | undefined,
  { onHeard, onAnswer }: PartEvents,
): RunPart {
  const { db, log, metrics, config } = context;
  let samples = 0;
  const meter = context.telemetry.meter(claim);
  // One worker looks, where several make the load.
  const target = watchTarget(
    context,
    { ...claim, turns },
    claim.shard === 0 ? openProbes(claim.plan, claimPolicy(config, claim), pid) : [],
  );
  const outage = openLoadOutage(log, 'samples');
  const relay = openRelay(db, claim, context.clock, {
    onHeard: (heardAtNs) => {
      outage.answered();
      onHeard(heardAtNs);
    },
    onLeft: metrics.samplesLeft,
    onAnswer,
    onError: outage.failed,
  });
  return {
    claim,
    context,
    add(sample) {
      samples += 1;
      metrics.sampleMade(sample);
      meter.add(sample);
      relay.add(sample);
    },
    begin: target.begin,
    async end(how, cause) {
      const end = 'died' in how ? toShardEnd(claim, how, samples > 0) : how;
      log.info({ reason: end.reason, samples }, 'load ended');
      meter.end();
      const gone = (await relay.drain()) === 'gone';
      const cutOff = end.reason === 'control_lost' && relay.wasCutOff();
      if (gone && !cutOff) return end.reason;
      if (!gone) await target.drain();
      const told = (end.reason === 'stopped' && cause) || end;
      await finishShard(context, claim, told, cutOff);
      return told.reason;
    },
    close() {
      meter.end();
      relay.close();
      target.close();
    },
  };
}

/** The demo targets that it loads are there. */
export async function ensureTarget({ claim, context }: RunPart): Promise<void> {
  await context.demo.ensure(planUrl(claim.plan));
}
