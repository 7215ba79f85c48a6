/** Planted cases: what holds each load back is known, since it was made so. */
import type { RunLimit } from '@plimsoll/contracts/limit';
import type { PlanInput } from '@plimsoll/contracts/plan';
import type { PlantedTarget } from '@plimsoll/testbed/targets/planted';

type OpenLoad = { readonly rate: number; readonly maxConnections?: number; readonly maxQueued?: number };
/** More than one name only where several hold the load back at once. */
type Truth = readonly RunLimit[];

export interface LimitCase {
  readonly name: string;
  readonly target: PlantedTarget;
  readonly load: { readonly open: OpenLoad; readonly closed: { readonly connections: number } };
  readonly truth: { readonly open: Truth; readonly closed: Truth };
  /** Where two busy loops on two cores hold the load back as well: an answer of a few ms, or a thread that needs its whole core. */
  readonly besideLoops?: { readonly open?: Truth; readonly closed?: Truth };
  readonly connection?: PlanInput['connection'];
  readonly timeout?: string;
  readonly lineBitsPerSecond?: number;
  readonly hinder?: {
    /** Busy loops on the generator's only core. */
    readonly generatorLoops?: number;
    /** Cores. */
    readonly generatorQuota?: number;
    readonly targetQuota?: number;
    readonly generatorStops?: { readonly runMs: number; readonly stopMs: number };
    readonly targetStops?: { readonly runMs: number; readonly stopMs: number };
  };
}

const both = (...truth: RunLimit[]) => ({ open: truth, closed: truth });
const loads = (rate: number, maxConnections: number, connections = maxConnections) => ({
  open: { rate, maxConnections },
  closed: { connections },
});
const target = both('target');
const generator = both('generator');
const connections = both('connections');
/** Beside busy loops a quick answer waits for a core on either side, and longer than it takes. */
const orGenerator = { open: ['none', 'generator'], closed: ['connections', 'generator'] } as const;
const slots = both('connections', 'generator');
const hanging = (share: number, fromSecond = 0) => ({ kind: 'hanging', share, fromSecond }) as const;
const line = { kind: 'line', bytes: 50_000, bitsPerSecond: 40e6 } as const;

export const limitCases: readonly LimitCase[] = [
  // Slow targets.
  { name: 'slow, few connections', target: { kind: 'slow', delayMs: 100 }, load: loads(200, 10), truth: connections },
  {
    name: 'slow, enough connections',
    target: { kind: 'slow', delayMs: 50 },
    load: loads(100, 50, 20),
    truth: { open: ['none'], closed: ['connections'] },
  },
  { name: 'slower the more it has', target: { kind: 'shared', msForEach: 10 }, load: loads(200, 20), truth: target },
  // Hanging ones.
  { name: 'hangs always', target: hanging(1), load: loads(50, 20, 10), timeout: '1s', truth: target },
  { name: 'hangs for a fifth', target: hanging(0.2), load: loads(50, 100, 10), timeout: '1s', truth: target },
  { name: 'hangs from second 3 on', target: hanging(1, 3), load: loads(50, 20, 10), timeout: '1s', truth: target },
  {
    name: 'hangs, few connections',
    target: hanging(0.5),
    load: loads(200, 4),
    timeout: '1s',
    // Its connections are all busy because it hangs.
    truth: both('target', 'connections'),
  },
  // Refusing ones.
  { name: 'resets always', target: { kind: 'resetting', share: 1 }, load: loads(100, 20, 10), truth: target },
  { name: 'resets a third', target: { kind: 'resetting', share: 0.34 }, load: loads(200, 50, 10), truth: target },
  { name: 'limits to 100/s', target: { kind: 'limited', perSecond: 100 }, load: loads(300, 50, 10), truth: target },
  { name: 'limits to 1000/s', target: { kind: 'limited', perSecond: 1000 }, load: loads(1500, 50, 4), truth: target },
  { name: 'sheds with 503', target: { kind: 'pool', workers: 4, serviceMs: 20, mostWaiting: 4 }, load: loads(300, 100, 20), truth: target },
  // Full ones.
  { name: 'one core full, 2 ms each', target: { kind: 'core', busyMs: 2 }, load: loads(800, 20), truth: target },
  { name: 'one core full, 20 ms each', target: { kind: 'core', busyMs: 20 }, load: loads(80, 10, 4), truth: target },
  { name: 'one core full, 200 connections', target: { kind: 'core', busyMs: 1 }, load: loads(1500, 200, 50), truth: target },
  {
    name: 'its quota used up',
    target: { kind: 'core', busyMs: 2 },
    load: loads(300, 20),
    hinder: { targetQuota: 0.3 },
    truth: target,
  },
  { name: 'pool of 4', target: { kind: 'pool', workers: 4, serviceMs: 20 }, load: loads(300, 40), truth: target },
  { name: 'pool of 1', target: { kind: 'pool', workers: 1, serviceMs: 10 }, load: loads(150, 100, 10), truth: target },
  {
    name: 'pool of 20 with room',
    target: { kind: 'pool', workers: 20, serviceMs: 40 },
    load: loads(100, 50, 4),
    truth: { open: ['none'], closed: ['connections'] },
  },
  {
    name: 'stopped for half of its time',
    target: { kind: 'slow', delayMs: 5 },
    load: loads(300, 10, 10),
    hinder: { targetStops: { runMs: 400, stopMs: 400 } },
    truth: target,
  },
  // Generators short of time.
  { name: 'starved by 3 loops', target: { kind: 'fast' }, load: loads(20_000, 50, 20), hinder: { generatorLoops: 3 }, truth: generator },
  {
    name: 'starved, slow target',
    target: { kind: 'slow', delayMs: 2 },
    load: loads(10_000, 100, 50),
    hinder: { generatorLoops: 4 },
    truth: generator,
  },
  {
    name: 'on a quota of 0.15 cores',
    target: { kind: 'fast' },
    load: loads(10_000, 50, 20),
    hinder: { generatorQuota: 0.15 },
    truth: generator,
  },
  {
    name: 'generator stopped for half of its time',
    target: { kind: 'fast' },
    load: loads(500, 50, 20),
    hinder: { generatorStops: { runMs: 150, stopMs: 150 } },
    truth: generator,
  },
  {
    name: 'thread full',
    target: { kind: 'fast' },
    load: loads(100_000, 100, 50),
    // The most that a plan may ask for is what the wire sends where a core is quick: then nothing holds it back.
    truth: { open: ['client', 'none'], closed: ['client'] },
    besideLoops: both('client', 'generator'),
  },
  // Lines.
  { name: 'line full', target: line, lineBitsPerSecond: 40e6, load: loads(200, 50, 10), truth: both('network') },
  {
    name: 'line half full',
    target: { kind: 'slow', delayMs: 20 },
    lineBitsPerSecond: 40e6,
    load: loads(50, 50, 4),
    truth: { open: ['none'], closed: ['connections'] },
  },
  // Caps of connections.
  { name: 'cap of 2 connections', target: { kind: 'slow', delayMs: 20 }, load: loads(300, 2), truth: connections },
  {
    name: 'cap of 3 requests',
    target: { kind: 'slow', delayMs: 30 },
    load: loads(300, 50),
    connection: { maxActiveRequests: 3 },
    truth: connections,
  },
  {
    name: 'cap of 1, quick target',
    target: { kind: 'slow', delayMs: 3 },
    load: loads(800, 1),
    truth: connections,
    besideLoops: slots,
  },
  // Nothing.
  {
    name: 'healthy',
    target: { kind: 'fast' },
    load: loads(200, 50, 1),
    truth: { open: ['none'], closed: ['connections'] },
    besideLoops: orGenerator,
  },
  // Several at once.
  {
    name: 'as many connections as workers',
    target: { kind: 'pool', workers: 4, serviceMs: 50 },
    load: loads(200, 4),
    truth: both('target', 'connections'),
  },
  {
    name: 'refuses, and the generator is starved',
    target: { kind: 'limited', perSecond: 100 },
    load: loads(10_000, 50, 20),
    hinder: { generatorLoops: 3 },
    truth: both('target', 'generator'),
  },
  {
    name: 'one core full, and the generator on a quota',
    target: { kind: 'core', busyMs: 2 },
    load: loads(800, 20),
    hinder: { generatorQuota: 0.05 },
    truth: both('target', 'generator'),
  },
];
