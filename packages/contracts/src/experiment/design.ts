/** The design of an experiment: whether the runs of a round are made at once, in turns of some seconds, or one after another, and why. */
import { z } from 'zod';
import { codeOf } from '../api/code.ts';
import { loadDurationMs, type Plan, peakRate, runLengthMs } from '../plan/plan.ts';
import { durationMs } from '../request/duration.ts';
import { listRequests, planUrl } from '../request/requests.ts';
import { streamSettings } from '../request/stream.ts';
import { targetMachine, targetServer } from '../request/target-host.ts';
import { messagesSent, type WebSocketPlan } from '../request/websocket.ts';
import { leastPilotMs, leastTurnsMs, longestOf } from '../run/turns.ts';

/**
 * `together`: the runs of a round are made at once by the same process, from one time 0, so that what disturbs one disturbs the other. `turns`: by one
 * process, too, which changes sides every few seconds, so that one alone loads the target. `runs`: one whole run after another.
 */
export const designs = ['together', 'turns', 'runs'] as const;
export type Design = (typeof designs)[number];
export const designSchema = z.enum(designs);

/** The design of who asks for none in particular. */
export const designByDefault = { design: 'auto', detect: 0.03, restart: null } as const;

/**
 * A change of arms that run at once that lies wholly within this is no difference: half of what the experiment is to find. One of exactly
 * `detect` is then found, and none at all is said to be none, at the same precision; with all of it as the limit, one of `detect` would be
 * called in every second experiment.
 */
export function leastCalled(detect: number): number {
  return detect / 2;
}

/** The most variants that are made at once. */
export const mostTogether = 5;

/** Do some targets of loads at once have the same host or address? `measured`: the first repeat measures whether they disturb each other. */
const shareMachine = z.enum(['no', 'unmeasured', 'measured']).default('no');
export type SharedMachine = z.infer<typeof shareMachine>;

export const designReasonSchema = z
  .discriminatedUnion('kind', [
    codeOf('chosen', { shareMachine }),
    /** Each variant has a target of its own. */
    codeOf('ownTargets', { variants: z.int(), shareMachine }),
    /** A sweep or a capacity search: more load at once would be another load. */
    codeOf('ofKind', {}),
    /** Too short for turns on a target that two sides share. */
    codeOf('tooShort', {}),
    /** A call that lasts longer than a burn-in would go on in the turn of the other side. */
    codeOf('longCalls', {}),
    /** The targets were found to disturb each other. */
    codeOf('disturbed', { share: z.number() }),
    /** At once they would send as much as the target is known to carry, or nearly so; null: a closed load that it held back before. */
    codeOf('nearCapacity', { plannedPerSecond: z.number().nullable(), ceilingPerSecond: z.number() }),
    /** Loads made at once would add up on a target that two sides share. */
    codeOf('sharedTarget', {}),
    /** One would go on alone after the other. */
    codeOf('otherLengths', {}),
    codeOf('otherGenerators', {}),
  ])
  .meta({ id: 'DesignReason' });
export type DesignReason = z.infer<typeof designReasonSchema>;

export interface DesignedExperiment {
  readonly kind: string;
  readonly variants: readonly { readonly plan: Plan }[];
  readonly design: Design | 'auto';
  readonly repeats: number;
  readonly extendTo: number | null;
  readonly coolDown: string;
  readonly maxDuration?: string | undefined;
}

export interface ChosenDesign {
  readonly design: Design;
  readonly reason: DesignReason;
}

export const ceilingSchema = z
  .strictObject({
    perSecond: z.number().positive(),
    from: z
      .enum(['capacity', 'runs'])
      .meta({ description: 'Its latest capacity search that found one, else its newest runs that the target held back.' }),
  })
  .meta({ id: 'Ceiling' });
/** The rate that a plan's target is known to carry. */
export type Ceiling = z.infer<typeof ceilingSchema>;
export const planCeilingSchema = z.strictObject({
  ceiling: ceilingSchema.nullable().meta({ description: 'Null where nothing was near it yet.' }),
});

/** From this share of what the target carries on, loads that are made at once are no longer those that were asked for. */
const nearShare = 0.5;

/** `ceiling`: what the history of their plan tells of its target. */
export function chooseDesign(experiment: DesignedExperiment, ceiling: Ceiling | null = null): ChosenDesign {
  const { kind, variants, design } = experiment;
  if (design !== 'auto')
    return { design, reason: { kind: 'chosen', shareMachine: design === 'together' ? sharedMachine(variants) : 'no' } };
  const runs = (reason: 'ofKind' | 'otherLengths' | 'otherGenerators' | 'sharedTarget' | 'tooShort' | 'longCalls'): ChosenDesign => ({
    design: 'runs',
    reason: { kind: reason },
  });
  if (!mayRunTogether(kind) || variants.length > mostTogether) return runs('ofKind');
  const differ = (of: (plan: Plan) => unknown) => new Set(variants.map(({ plan }) => of(plan))).size;
  if (kind === 'aa') return runs('sharedTarget');
  if (differ(({ generators }) => JSON.stringify(generators)) > 1) return runs('otherGenerators');
  if (differ(runLengthMs) > 1) return runs('otherLengths');
  if (differ((plan) => targetServer(planUrl(plan))) === variants.length)
    return (
      (ceiling && turnsNearCapacity(experiment, ceiling)) ?? {
        design: 'together',
        reason: { kind: 'ownTargets', variants: variants.length, shareMachine: sharedMachine(variants) },
      }
    );
  if (variants.some(({ plan }) => !hasShortCalls(plan))) return runs('longCalls');
  if (variants.some(({ plan }) => !lastsForTurns(plan))) return runs('tooShort');
  return { design: 'turns', reason: { kind: 'sharedTarget' } };
}

/** Null where they are far from it, or cannot take turns in the time there is. */
function turnsNearCapacity(experiment: DesignedExperiment, { perSecond, from }: Ceiling): ChosenDesign | null {
  const { variants, maxDuration, repeats } = experiment;
  if (!variants.every(({ plan }) => hasShortCalls(plan) && lastsForTurns(plan))) return null;
  const rates = variants.map(({ plan }) => peakRate(plan.load));
  const isClosed = rates.includes(null);
  const plannedPerSecond = isClosed ? null : rates.reduce<number>((sum, rate) => sum + (rate ?? 0), 0);
  if (plannedPerSecond === null ? from !== 'runs' : plannedPerSecond < nearShare * perSecond) return null;
  if (maxDuration !== undefined && roundsMs({ ...experiment, design: 'turns' }, repeats) > durationMs(maxDuration)) return null;
  return { design: 'turns', reason: { kind: 'nearCapacity', plannedPerSecond, ceilingPerSecond: perSecond } };
}

/** By their names alone: the worker looks at their addresses. */
function sharedMachine(variants: DesignedExperiment['variants']): SharedMachine {
  const hosts = variants.map(({ plan }) => targetMachine(planUrl(plan)));
  return new Set(hosts).size === hosts.length ? 'no' : onOneMachine(variants);
}

/** Null: its loads are not made at once, or an older version asked for it. */
export function sharedMachineOf(reason: DesignReason | null): SharedMachine | null {
  return reason?.kind === 'ownTargets' || reason?.kind === 'chosen' ? reason.shareMachine : null;
}

/** Loads that have a turn at both ends of the first repeat measure it. */
export function onOneMachine(variants: DesignedExperiment['variants']): SharedMachine {
  const lengths = new Set(variants.map(({ plan }) => runLengthMs(plan)));
  const isLong = variants.every(({ plan }) => hasShortCalls(plan) && (loadDurationMs(plan.load) ?? 0) >= leastPilotMs);
  return isLong && lengths.size === 1 ? 'measured' : 'unmeasured';
}

/** Are the runs of a round made by one process, as one load? */
export function isOneLoad(design: Design): boolean {
  return design !== 'runs';
}

/** Seconds in which the sides of a round that is one load are measured: at once, or one after another. Null where requests end it. */
export function roundSeconds({ load }: Pick<Plan, 'load'>, design: Design, sides: number): number | null {
  const ms = loadDurationMs(load);
  return ms === null ? null : ((design === 'turns' ? sides : 1) * ms) / 1000;
}

export interface CountedRounds {
  readonly kind: string;
  readonly variants: readonly { readonly plan: Pick<Plan, 'load'> }[];
  readonly design: Design;
  readonly repeats: number;
  readonly extendTo: number | null;
  readonly runs: readonly unknown[];
}

/** Seconds of load of its rounds, each of which is one load: of those it has where it is over, else of as many as it may make. */
export function secondsOfLoad({ design, variants, kind, repeats, extendTo, runs }: CountedRounds, over: boolean): number {
  const sides = countSides({ kind, variants });
  const seconds = (variants[0] && roundSeconds(variants[0].plan, design, sides)) ?? 0;
  return seconds * (over ? Math.ceil(runs.length / sides) : Math.max(repeats, extendTo ?? 0));
}

/** The rounds that were asked for, or those that it has by now: it may have extended itself. */
export function countRounds({ kind, variants, repeats, runs }: Pick<CountedRounds, 'kind' | 'variants' | 'repeats' | 'runs'>): number {
  return kind === 'sweep' ? repeats : Math.max(repeats, Math.ceil(runs.length / countSides({ kind, variants })));
}

/** Long enough, as far as its length is known. */
export function lastsForTurns({ load }: Plan): boolean {
  return (loadDurationMs(load) ?? 0) >= leastTurnsMs;
}

/** Calls that go on by themselves for longer than the least burn-in would send in the turn of another side. */
export function hasShortCalls(plan: Plan): boolean {
  const most = 1000;
  return listRequests(plan).every((one) => {
    if (one.websocket) return lastingSocketMs(one.websocket) <= most;
    // A stream that ends by itself is as any answer: burn-ins follow from how long those of the plan took.
    const ofStream = streamSettings(one)?.endAfter.durationMs;
    if (ofStream) return ofStream <= most;
    if (!one.grpc) return true;
    const { streamDuration, messageInterval, messages, messagesPerStream } = one.grpc;
    const sent = messagesPerStream ?? messages?.length ?? 1;
    const pacedMs = messageInterval === null ? 0 : sent * durationMs(messageInterval);
    return (streamDuration === null ? pacedMs : durationMs(streamDuration)) <= most;
  });
}

/** The time for which a WebSocket's own plan keeps it open; Infinity where that is the target's to say. */
function lastingSocketMs(socket: WebSocketPlan): number {
  const { messages, messageInterval, closeAfter } = socket;
  if (closeAfter !== null) return durationMs(closeAfter);
  if (messages === null) return Number.POSITIVE_INFINITY;
  return messageInterval === null ? 0 : messagesSent(socket) * durationMs(messageInterval);
}

export function mayRunTogether(kind: string): boolean {
  return kind === 'ab' || kind === 'aa';
}

/** Runs of a round: an A/A makes its one variant as two. */
export function countSides({ kind, variants }: { readonly kind: string; readonly variants: readonly unknown[] }): number {
  return kind === 'aa' ? 2 : variants.length;
}

/** How long the plans of the variants last, as turns are cut; `lengthSeconds`: null where requests end one of them. */
export function turnLengths(variants: readonly { readonly plan: Pick<Plan, 'load' | 'warmup'> }[]) {
  const lengthsMs = variants.map(({ plan }) => runLengthMs(plan));
  return {
    warmupSeconds: Math.max(...variants.map(({ plan }) => durationMs(plan.warmup))) / 1000,
    lengthSeconds: lengthsMs.includes(null) ? null : Math.max(...lengthsMs.map((ms) => ms ?? 0)) / 1000,
  };
}

/** The variant that a side of a round runs. */
export function variantOfSide<Variant>(
  { kind, variants }: { readonly kind: string; readonly variants: readonly Variant[] },
  side: number,
): Variant | undefined {
  return variants[kind === 'aa' ? 0 : side];
}

/** So many rounds with the cool-downs between the runs; a load that only its requests end counts as nothing. */
export function roundsMs(experiment: DesignedExperiment, rounds: number): number {
  const sides = Array.from({ length: countSides(experiment) }, (_, side) => {
    const variant = variantOfSide(experiment, side);
    return (variant && runLengthMs(variant.plan)) ?? 0;
  });
  const { design } = chooseDesign(experiment);
  const loadMs = longestOf(sides, design !== 'together');
  return rounds * (loadMs + (isOneLoad(design) ? 1 : sides.length) * durationMs(experiment.coolDown));
}

/** The rounds up to which it extends itself: as asked, else as many as `maxDuration` has room for, `most` at most. */
export function roundsToExtendTo(experiment: DesignedExperiment, most: number): number | null {
  const { extendTo, maxDuration, repeats } = experiment;
  if (extendTo !== null || maxDuration === undefined) return extendTo;
  // The last cool-down is none.
  const room = (durationMs(maxDuration) + durationMs(experiment.coolDown)) / Math.max(1, roundsMs(experiment, 1));
  return Math.min(most, Math.max(repeats, Math.floor(room)));
}
