/**
 * The turns of loads that one process makes on warm connections: one of them sends at a time, and they change every few seconds. The time of a load
 * stands still while another has its turn, so its seconds are those in which it may send, and the same second of two loads belongs to the same
 * pair of blocks. Pure: every generator of a round draws the same turns.
 */
import { z } from 'zod';
import { markPublic, publicObject } from '../api/public.ts';

const seconds = z.int().nonnegative();

export const turnsSchema = publicObject({
  /** Loads that take turns, and the place of this one among them. */
  sides: z.int().min(2),
  side: seconds,
  blockSeconds: seconds.meta({ description: 'For how long each sends before the next one does.' }),
  burnInSeconds: seconds.meta({
    description: 'The first part of each block: its samples are marked as warm-up, and no figure holds them.',
  }),
  /** Before its first block. */
  warmupSeconds: seconds,
  /** Warm-up and load; null where only a number of requests ends it. */
  lengthSeconds: markPublic(z.number().nullable()),
  seed: seconds.meta({ description: 'The order in each group of blocks is drawn from it.' }),
  pilot: z.boolean().optional().meta({
    description:
      'It has a turn of one block at its beginning and at its end, in no figure, and sends at once with the others between: they may disturb each other.',
  }),
}).meta({ id: 'Turns' });
/** The turns of one load. */
export type Turns = z.infer<typeof turnsSchema>;
/** The same of all loads that take turns. */
export type TurnPlan = Omit<Turns, 'side'>;

/** A side has so many seconds of each block measured for each second of its burn-in. */
const blockPerBurnIn = 4;
const leastBurnInSeconds = 1;
const mostBurnInSeconds = 16;
/** The answers of one side are out of the way of the next by then. */
const burnInPerP99 = 3;
/** Fewer blocks each are no design. */
const leastBlocks = 3;

/** The shortest load that takes turns. */
export const leastTurnsMs = leastBlocks * blockPerBurnIn * leastBurnInSeconds * 1000;

/** Burn-in and block for answers as slow as this; both grow in steps of two, so that blocks of different rounds can be joined. */
export function blocksFor(p99Us: number, atLeast: number = leastBurnInSeconds): Pick<Turns, 'burnInSeconds' | 'blockSeconds'> {
  const wanted = Math.max(leastBurnInSeconds, atLeast, (burnInPerP99 * p99Us) / 1e6);
  const burnInSeconds = Math.min(mostBurnInSeconds, 2 ** Math.ceil(Math.log2(wanted)));
  return { burnInSeconds, blockSeconds: blockPerBurnIn * burnInSeconds };
}

/** Of the next round: for answers as slow as the slowest so far, with at least the burn-in of before. Two blocks of each are the least that a round can have. */
export function nextBlocks(
  p99Us: number,
  { atLeast, warmupSeconds, lengthSeconds }: Pick<Turns, 'warmupSeconds' | 'lengthSeconds'> & { readonly atLeast: number },
): Pick<Turns, 'burnInSeconds' | 'blockSeconds'> {
  let blocks = blocksFor(p99Us, atLeast);
  while (lengthSeconds !== null && blocks.burnInSeconds > 1 && 2 * blocks.blockSeconds > lengthSeconds - warmupSeconds)
    blocks = blocksFor(0, blocks.burnInSeconds / 2);
  return blocks;
}

/** A number from 0 up to 1 for this place: the mixing of murmur3. */
function drawn(seed: number, place: number): number {
  let mixed = seed ^ Math.imul(place + 1, 0x9e3779b1);
  for (const factor of [0x85ebca6b, 0xc2b2ae35]) {
    mixed = Math.imul(mixed ^ (mixed >>> 15), factor);
    mixed ^= mixed >>> 13;
  }
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

/** The sides in the order in which they have their turns in this group of blocks. */
export function orderOf({ seed, sides }: Pick<Turns, 'seed' | 'sides'>, group: number): number[] {
  const order = Array.from({ length: sides }, (_, side) => side);
  for (let left = sides; left > 1; left--) {
    const other = Math.floor(drawn(seed, group * sides + left) * left);
    [order[left - 1], order[other]] = [order[other] as number, order[left - 1] as number];
  }
  return order;
}

export interface SideTime {
  /** The time since the start of the round at which this time of the load is. */
  clockUs(ownUs: number): number;
  /** The time of the load at this time since the start; while it waits, the last moment of its turn. */
  ownUs(clockUs: number): number;
  /** The time since the start from which on it may send: now, or when its next turn begins. */
  nextTurnUs(clockUs: number): number;
  /** Is this time of the load one that no figure holds? */
  isBurnIn(ownUs: number): boolean;
}

/** The shortest load that has a turn at both ends and enough between. */
export const leastPilotMs = 20_000;

type Layout = Pick<Turns, 'sides' | 'blockSeconds' | 'warmupSeconds' | 'lengthSeconds' | 'pilot'>;

/** As `groupsOf` of turns: a group of blocks alone, all loads at once, and another group alone. */
function groupsOfPilot({ sides, blockSeconds, warmupSeconds, lengthSeconds }: Layout) {
  const [blockUs, warmupUs] = [blockSeconds * 1e6, warmupSeconds * 1e6];
  const endUs = Math.round((lengthSeconds ?? 0) * 1e6);
  const lead = warmupUs > 0 ? 1 : 0;
  const begins = [...(lead ? [0] : []), warmupUs, warmupUs + blockUs, endUs - blockUs, endUs];
  const atOnce = (group: number) => group === lead + 1;
  const clocks = [0];
  for (let group = 0; group + 1 < begins.length; group++)
    clocks.push((clocks[group] as number) + ((begins[group + 1] as number) - (begins[group] as number)) * (atOnce(group) ? 1 : sides));
  const within = (bounds: readonly number[], at: number) =>
    Math.max(
      0,
      bounds.slice(0, -1).findLastIndex((begin) => begin <= at),
    );
  return {
    endUs,
    warmupUs,
    groupAt: (ownUs: number) => within(begins, ownUs),
    beginOf: (group: number) => begins[group] as number,
    endOf: (group: number) => begins[group + 1] as number,
    groupAtClock: (clockUs: number) => within(clocks, clockUs),
    clockOf: (group: number) => clocks[group] as number,
    atOnce,
  };
}

/** The groups of blocks, one of each load: the warm-up is one, and the last has what is left. */
function groupsOf(layout: Layout): ReturnType<typeof groupsOfPilot> {
  if (layout.pilot) return groupsOfPilot(layout);
  const { sides, blockSeconds, warmupSeconds, lengthSeconds } = layout;
  const [blockUs, warmupUs] = [blockSeconds * 1e6, warmupSeconds * 1e6];
  const endUs = lengthSeconds === null ? Number.POSITIVE_INFINITY : Math.round(lengthSeconds * 1e6);
  const blocks = Math.max(1, Math.round((endUs - warmupUs) / blockUs));
  const lead = warmupUs > 0 ? 1 : 0;
  const groupAt = (ownUs: number) => (ownUs < warmupUs ? 0 : lead + Math.min(blocks - 1, Math.floor((ownUs - warmupUs) / blockUs)));
  const beginOf = (group: number) => (group < lead ? 0 : warmupUs + (group - lead) * blockUs);
  const endOf = (group: number) => (group === lead + blocks - 1 ? endUs : beginOf(group + 1));
  const groupAtClock = (clockUs: number) => groupAt(Math.floor(clockUs / sides));
  return { endUs, warmupUs, groupAt, beginOf, endOf, groupAtClock, clockOf: (group) => sides * beginOf(group), atOnce: () => false };
}

/** The sides in the order in which they had their turns at this second of the loads. */
export function orderAt(turns: Omit<TurnPlan, 'burnInSeconds'>, second: number): number[] {
  return orderOf(turns, groupsOf(turns).groupAt(second * 1e6));
}

/** All times in whole µs. */
export function sideTime(turns: Turns): SideTime {
  const { side } = turns;
  const burnInUs = turns.burnInSeconds * 1e6;
  const { endUs, warmupUs, groupAt, beginOf, endOf, groupAtClock, clockOf, atOnce } = groupsOf(turns);
  let known = { group: -1, fromUs: 0, clockUs: 0, lengthUs: 0 };
  const blockOf = (group: number) => {
    if (known.group === group) return known;
    const fromUs = beginOf(group);
    const lengthUs = endOf(group) - fromUs;
    known = { group, fromUs, lengthUs, clockUs: clockOf(group) + (atOnce(group) ? 0 : orderOf(turns, group).indexOf(side) * lengthUs) };
    return known;
  };
  const startOf = (group: number) => blockOf(group).clockUs;
  return {
    clockUs(ownUs) {
      const block = blockOf(groupAt(Math.min(ownUs, endUs)));
      return block.clockUs + ownUs - block.fromUs;
    },
    ownUs(clockUs) {
      const block = blockOf(groupAtClock(clockUs));
      const { fromUs, lengthUs } = block;
      const into = clockUs - block.clockUs;
      if (into < 0) return fromUs + (fromUs === 0 ? into : -1);
      return into < lengthUs || fromUs + lengthUs >= endUs ? fromUs + into : fromUs + lengthUs - 1;
    },
    nextTurnUs(clockUs) {
      const group = groupAtClock(clockUs);
      const block = blockOf(group);
      if (clockUs < block.clockUs) return block.clockUs;
      const { lengthUs, fromUs } = block;
      return clockUs < block.clockUs + lengthUs || fromUs + lengthUs >= endUs ? clockUs : startOf(group + 1);
    },
    isBurnIn(ownUs) {
      const group = groupAt(ownUs);
      // What a pilot sends alone is held against the rest, and is in no figure.
      return ownUs < warmupUs || (ownUs < endUs && (ownUs - beginOf(group) < burnInUs || (turns.pilot === true && !atOnce(group))));
    },
  };
}

/** The seconds of a pilot in which a load is alone, and in which all send at once; the first of each block is neither. */
export function pilotSeconds(turns: Turns): { readonly alone: readonly number[]; readonly atOnce: readonly number[] } {
  const { groupAt, beginOf, atOnce } = groupsOf(turns);
  const settled = Array.from({ length: Math.floor(turns.lengthSeconds ?? 0) }, (_, second) => second).filter(
    (second) => second >= turns.warmupSeconds && second * 1e6 - beginOf(groupAt(second * 1e6)) >= turns.burnInSeconds * 1e6,
  );
  const isAtOnce = (second: number) => atOnce(groupAt(second * 1e6));
  return { alone: settled.filter((second) => !isAtOnce(second)), atOnce: settled.filter(isAtOnce) };
}

/** The time of loads that last so long each: at once, or one after another where they take turns. */
export function longestOf(lengthsMs: readonly number[], turns: unknown): number {
  return turns ? lengthsMs.reduce((sum, ms) => sum + ms, 0) : Math.max(...lengthsMs);
}

/** The second of a load that this second since the start of its round is; null: another load has its turn. */
export function secondOf(turns: Turns, clockSecond: number): number | null {
  const [time, clockUs] = [sideTime(turns), clockSecond * 1e6];
  return time.nextTurnUs(clockUs) > clockUs ? null : Math.floor(time.ownUs(clockUs) / 1e6);
}
