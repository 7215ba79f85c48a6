/** The story of a run: what its seconds tell, as findings with their second and figures, and its stages beside each other. */
import { z } from 'zod';
import { markPublic, publicObject } from '../api/public.ts';
import { runLimits } from './limit.ts';
import { outcomeCountsSchema, outcomeKindSchema, statusCountsSchema } from './outcome.ts';

const count = z.int().nonnegative();
/** Per second, or a time in µs: the name says which. */
const amount = z.number().nonnegative();

/** A finding's figures are public, as its sentence is. `second`: of the run, from 0, its warm-up included. `text`: one plain sentence with the figures. */
function findingOf<const Kind extends string, Figures extends z.ZodRawShape>(kind: Kind, figures: Figures) {
  return publicObject({ kind: z.literal(kind), second: count, figures: publicObject(figures), text: markPublic(z.string(), 'text') });
}

/** Of findings about one region of several. */
const ofRegion = {
  region: markPublic(z.string(), 'region'),
  /** So long it lasted; to the end of what is known where `over` is false. */
  seconds: count,
  over: z.boolean(),
};

export const findingSchema = z
  .discriminatedUnion('kind', [
    findingOf('sent_left_planned', {
      /** Planned rate when sent began to fall behind it. */
      plannedPerSecond: amount,
      /** Mean of what was sent in the seconds it lasted. */
      sentPerSecond: amount,
      /** Were all connections busy? */
      slotsBusy: z.boolean(),
      /** The limit that held the load back in most of these seconds. */
      limit: z.enum(runLimits),
    }),
    findingOf('goodput_ceiling', {
      goodPerSecond: amount,
      /** The 95 % interval of `goodPerSecond`. */
      low: amount,
      high: amount,
      /** The highest planned rate that the ceiling stood against. */
      plannedPerSecond: amount,
    }),
    /** One for each kind of request without an answer that occurred. */
    findingOf('first_connection_error', { outcome: outcomeKindSchema, count }),
    /** One for each status that the plan counts as an error. */
    findingOf('first_error_status', {
      status: z.int(),
      count,
      /** Seconds since the first connection error of any kind; below 0 where the status came first, null where there was none. */
      secondsAfterConnectionError: z.int().nullable(),
    }),
    findingOf('failing_fast', {
      /** Mean response time of what failed without a timeout, and of good answers; null where nothing was good. */
      failedTimeUs: amount,
      goodTimeUs: amount.nullable(),
      /** Failed without a timeout, of all that ended. */
      failedShare: amount,
      /** Sent of planned while it lasted. */
      sentShare: amount,
      /** Was sent behind planned before? */
      heldBackBefore: z.boolean(),
    }),
    findingOf('goodput_dip', {
      /** The lowest second, and what was usual before. */
      goodPerSecond: amount,
      usualPerSecond: amount,
      /** Seconds below; to the end of what is known where `recovered` is false. */
      seconds: count,
      recovered: z.boolean(),
      /** All dips of the run: only the largest are told. */
      dips: count,
    }),
    findingOf('recovered', {
      from: z.enum(['dip', 'overload']),
      /** Seconds since the dip began, or since the load was below the ceiling again. */
      afterSeconds: count,
      goodPerSecond: amount,
    }),
    findingOf('backlog_burst', {
      goodPerSecond: amount,
      plannedPerSecond: amount,
      /** Requests under way or waiting when it began. */
      backlog: count,
    }),
    findingOf('resource_saturated', {
      /** `cpu` (all cores), `core` (one thread fills one), `quota` (of its control group), `network`, or what a source calls it. */
      resource: z.string(),
      /** The share of its limit. */
      share: amount,
    }),
    findingOf('keep_alive_ignored', {
      closedByTarget: count,
      opened: count,
      requestsPerConnection: amount,
    }),
    findingOf('concurrency_bound', {
      /** Requests that can be under way at once. */
      slots: count,
      serviceTimeUs: amount,
      /** Little's law: slots ÷ service time. */
      mostPerSecond: amount,
    }),
    /** From so many streams at once on the first token, or message, came later: p95 with fewer streams, and from them on. */
    findingOf('first_later', { of: z.enum(['token', 'message']), streams: count, beforeUs: amount, afterUs: amount }),
    /** The first message of a stream came with its last: messages a stream, the mean time between both, and the p50 of the first. */
    findingOf('answer_whole', { messages: amount, spreadUs: amount, firstUs: amount }),
    /** One region of several was slower than the rest: p95 of both in these seconds, and its own before them. */
    findingOf('region_slower', {
      ...ofRegion,
      slowUs: amount,
      restUs: amount,
      /** Null where it was slower from its first second on. */
      beforeUs: amount.nullable(),
    }),
    /** More of its requests failed than of the rest's. */
    findingOf('region_failing', { ...ofRegion, failedShare: amount, restShare: amount }),
    /** Good answers fell in it alone: the lowest second, its usual before, and the rest's in the same seconds. */
    findingOf('region_dip', { ...ofRegion, goodPerSecond: amount, usualPerSecond: amount, restPerSecond: amount }),
  ])
  .meta({ id: 'Finding' });
export type Finding = z.infer<typeof findingSchema>;
export type FindingKind = Finding['kind'];
/** Without its sentence, which is made of the rest. */
export type BareFinding = Finding extends infer One ? (One extends Finding ? Omit<One, 'text'> : never) : never;

export const storyStageSchema = publicObject({
  /** `~50` while ramping to 50, `50` while holding it, `warmup` before the load, `drain` after it, while the last requests come back. */
  name: z.string(),
  fromSecond: count,
  /** The second in which the next one begins. */
  toSecond: count,
  plannedPerSecond: amount,
  sentPerSecond: amount,
  goodPerSecond: amount,
  failedPerSecond: amount,
  /** Percentiles of response time, read from merged histograms; null where nothing was timed. */
  p50Us: z.number().nullable(),
  p95Us: z.number().nullable(),
  p99Us: z.number().nullable(),
  /** The counts behind the rates: those of all stages but the warm-up add up to the run's summary. */
  counts: publicObject({ planned: count, sent: count, dropped: count, done: count, failed: count }),
  statuses: statusCountsSchema,
  /** The ends of the requests; an answer, whatever its status, is a `response` or, by a check, `check_failed`. */
  outcomes: outcomeCountsSchema,
  /** Means of the target's resources by metric; null where nothing reported them. A metric that a source names may say what machine it is. */
  resources: markPublic(z.record(z.string(), z.number()).nullable(), 'plain', /^cpu$/),
});
export type StoryStage = z.infer<typeof storyStageSchema>;

/**
 * The target's manner with more than its ceiling. `shed`: it refused the rest and stayed fast. `slow`: it made everybody wait.
 * `both`: it did. `collapsed`: good answers fell far below the ceiling.
 */
export const overloadManners = ['shed', 'slow', 'both', 'collapsed'] as const;
export type OverloadManner = (typeof overloadManners)[number];
export const overloadSchema = publicObject({
  manner: z.enum(overloadManners),
  /** Beyond the ceiling. */
  goodPerSecond: amount,
  p95Us: z.number().nullable(),
  /** Below the ceiling; null where the load was never below it. */
  p95BeforeUs: z.number().nullable(),
  text: markPublic(z.string(), 'text'),
  /** Good answers and their p95 by planned rate, up to the load's peak: at most 40 steps. */
  curve: z.array(publicObject({ plannedPerSecond: amount, goodPerSecond: amount, p95Us: z.number().nullable() })),
});
export type Overload = z.infer<typeof overloadSchema>;

/** `GET /runs/:id/story`: as far as known while the run goes on. */
export const storySchema = publicObject({
  /** By rising second. */
  findings: z.array(findingSchema),
  stages: z.array(storyStageSchema),
  /** Good answers per second that more load did not raise; null where no ceiling was met. */
  ceilingPerSecond: z.number().nullable(),
  /** The longest time from a dip, or from the end of overload, until good answers were back; null where there was none. */
  recoverySeconds: z.number().nullable(),
  /** Null where no ceiling was met. */
  overload: overloadSchema.nullable(),
  code: publicObject({
    /** The bound of the requests under way: connections with one each, connections with several each, or the plan's request limit. */
    bound: z.enum(['connections', 'slots', 'limit']),
    /** Did no request of the run end well? */
    nothingGood: z.boolean(),
    /** Were they calls of gRPC, or WebSockets? */
    calls: z.boolean().optional(),
    sockets: z.boolean().optional(),
  })
    .nullable()
    .default(null)
    .meta({ description: 'What its texts say besides its figures. Null where an older version told it.' }),
}).meta({ id: 'Story' });
export type Story = z.infer<typeof storySchema>;
