/** Two plans against each other without a server: the rounds that an experiment on a server makes, judged by the same comparison. */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { decidingOf } from '@plimsoll/contracts/compared-metric';
import type { ComparisonResult } from '@plimsoll/contracts/comparison';
import { chooseDesign, type Design, isOneLoad, roundSeconds, roundsToExtendTo, turnLengths } from '@plimsoll/contracts/design';
import { durationMs } from '@plimsoll/contracts/duration';
import { type CreateExperiment, mostRepeats } from '@plimsoll/contracts/experiment';
import type { Power } from '@plimsoll/contracts/power';
import type { Sample } from '@plimsoll/contracts/sample';
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import { nextBlocks, type TurnPlan } from '@plimsoll/contracts/turns';
import { compareReadRuns, readArmRuns, undecided } from '@plimsoll/statistics/compare';
import { decidingSeries } from '@plimsoll/statistics/deciding-series';
import { roundOrder } from '@plimsoll/statistics/interleave';
import { planLooks } from '@plimsoll/statistics/look-plan';
import { orderEffect } from '@plimsoll/statistics/order-effect';
import { foreseePower, learnPairNoise } from '@plimsoll/statistics/power';
import { seriesOfRun } from '@plimsoll/statistics/read-run';
import { type Disturbance, disturbanceOf, pilotTurns } from './local-pilot.ts';
import { type LocalRun, makeLoads } from './make-loads.ts';

export interface LocalAbOptions {
  readonly experiment: CreateExperiment;
  readonly policy: TargetPolicy;
  readonly signal: AbortSignal;
  /** Starts the services of both sides anew, before each round but the first; null: they go on. */
  readonly restart: (() => Promise<void>) | null;
  readonly onDisturbance: (found: Disturbance) => void;
  readonly onRound: (round: number, of: number, result: ComparisonResult | null) => void;
  readonly onSample: (variant: number, sample: Sample) => void;
}

export interface LocalAb {
  readonly result: ComparisonResult | null;
  /** What it could have seen; null: it is not known. */
  readonly power: Power | null;
  /** Of targets on one machine that were loaded at once; null: it was not measured. */
  readonly disturbance: Disturbance | null;
  /** Of both sides, in the order in which they were made. */
  readonly runs: readonly LocalRun[];
}

export async function abHere({ experiment, policy, signal, restart, onDisturbance, onRound, onSample }: LocalAbOptions): Promise<LocalAb> {
  const { variants, coolDown } = experiment;
  let { design } = chooseDesign(experiment);
  const pilot = pilotTurns(experiment);
  let { most, looks } = roundsOf(experiment, design);
  const sides: LocalRun[][] = variants.map(() => []);
  const runs: LocalRun[] = [];
  let found: Found = { result: null, power: null, orderMatters: false };
  let disturbance: Disturbance | null = null;
  let turns: TurnPlan | null = pilot;
  for (let round = 0; round < most; round++) {
    onRound(round + 1, most, found.result);
    if (runs.length > 0) await restart?.();
    const order = roundOrder(variants.length, round);
    if (design === 'turns') turns = turnsOf(variants, sides, found.orderMatters ? turns : null);
    for (const turn of isOneLoad(design) ? [order] : order.map((variant) => [variant])) {
      if (runs.length > 0) await sleep(durationMs(coolDown), undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return { ...found, disturbance, runs };
      const plans = turn.map((variant) => variants[variant]?.plan).filter((plan) => plan !== undefined);
      const seen = (load: number, sample: Sample) => onSample(turn[load] ?? 0, sample);
      const made = await makeLoads({ plans, turns, policy, seed: randomInt(2 ** 31), signal, onSample: seen });
      runs.push(...made);
      // Going on would measure something else than was asked for.
      if (made.some(({ run }) => run.state !== 'completed')) return { ...found, disturbance, runs };
      for (const [at, one] of made.entries()) sides[turn[at] ?? 0]?.push(one);
    }
    if (pilot && turns === pilot) {
      turns = null;
      disturbance = disturbanceOf(
        sides.flatMap(([one]) => one ?? []),
        experiment.detect,
      );
      if (disturbance) onDisturbance(disturbance);
      if (disturbance?.disturbed) {
        // It measured them as they are together: it counts no more.
        design = 'turns';
        ({ most, looks } = roundsOf(experiment, design));
        for (const side of sides) side.splice(0);
        round -= 1;
        continue;
      }
    }
    const look = looks.indexOf(round + 1);
    if (look < 0) continue;
    found = findings(experiment, { design, sides, looks, look, restarted: restart !== null });
    if (isDecided(found.result, restart !== null)) break;
  }
  return { ...found, disturbance, runs };
}

/** How many rounds have room in the time that was given, and after which of them it is judged. */
function roundsOf(experiment: CreateExperiment, design: Design): { readonly most: number; readonly looks: readonly number[] } {
  const { repeats } = experiment;
  const most = Math.max(repeats, roundsToExtendTo({ ...experiment, design }, mostRepeats) ?? repeats);
  return {
    most,
    looks: isOneLoad(design) ? planLooks(repeats, most) : Array.from({ length: most - repeats + 1 }, (_, at) => repeats + at),
  };
}

interface Found extends Pick<LocalAb, 'result' | 'power'> {
  /** Turns that are longer may tell the sides apart better. */
  readonly orderMatters: boolean;
}

interface Looked {
  readonly design: Design;
  readonly sides: readonly (readonly LocalRun[])[];
  readonly looks: readonly number[];
  readonly look: number;
  readonly restarted: boolean;
}

function findings({ variants, detect }: CreateExperiment, { design, sides, looks, look, restarted }: Looked): Found {
  const [base = [], ...candidates] = sides;
  const read = readArmRuns({ base, candidates });
  const last = looks.at(-1) ?? 1;
  const lookShares = looks.map((rounds) => rounds / last);
  const judged = { ...read, noiseFloor: null, looks: look + 1, chosen: true };
  if (!isOneLoad(design)) return { result: compareReadRuns(judged), power: null, orderMatters: false };
  const series = [read.base.map(seriesOfRun), (read.candidates[0] ?? []).map(seriesOfRun)] as const;
  const noise = learnPairNoise(decidingSeries(read.base, read.candidates[0] ?? []));
  const seconds = variants[0] ? roundSeconds(variants[0].plan, design, variants.length) : null;
  const seen =
    noise && seconds !== null
      ? foreseePower([noise], { seconds, looks, candidates: candidates.length, detect, made: looks[look] ?? last })
      : null;
  return {
    result: compareReadRuns({ ...judged, design, detect, lookShares, restarted }),
    power: seen && { ...seen, from: 'itself' },
    orderMatters: design === 'turns' && orderEffect(...series)?.differs === true,
  };
}

/** Services that were started anew are measured for their builds: until nothing about those is open. */
function isDecided(result: ComparisonResult | null, restarted: boolean): boolean {
  if (!result) return false;
  const open = undecided(result).length > 0;
  const buildsOpen = result.candidates.some(({ metrics }) =>
    decidingOf(metrics).some(({ claims }) => (claims?.builds?.verdict ?? 'not_enough_evidence') === 'not_enough_evidence'),
  );
  return !open && !(restarted && buildsOpen);
}

/** `doubled`: the turns of before, in which it mattered who went first. */
function turnsOf(variants: CreateExperiment['variants'], sides: Looked['sides'], doubled: TurnPlan | null): TurnPlan {
  const made = sides.flat();
  const before = Math.max(0, ...made.map(({ run }) => run.turns?.burnInSeconds ?? 0));
  const p99Us = Math.max(0, ...made.map(({ run }) => run.summary?.responseTime.p99Us ?? 0));
  const length = turnLengths(variants);
  const blocks = nextBlocks(p99Us, { atLeast: doubled ? 2 * before : before, ...length });
  return { ...blocks, ...length, sides: variants.length, seed: randomInt(2 ** 31) };
}
