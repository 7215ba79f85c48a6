/** The course and the end of an experiment as codes with their figures. They are stored; sentences are made of them for who reads. */
import { z } from 'zod';
import { codeOf, regionLabels, othersText as text } from '../api/code.ts';
import { publicObject } from '../api/public.ts';
import { thresholdResultSchema } from '../plan/threshold.ts';
import { runLimits, searchLimitSchema } from '../run/limit.ts';
import { runEndingSchema } from '../run/run-ending.ts';

const count = z.int().nonnegative();
const rate = z.number();

/** Rates are per second. */
export const capacityFindingSchema = z.discriminatedUnion('kind', [
  codeOf('givenUp', { tries: count, held: rate, confirmed: z.boolean() }),
  codeOf('nothingYet', {}),
  codeOf('limitedAlways', { limit: searchLimitSchema }),
  codeOf('brokeAlways', { broke: rate }),
  codeOf('limitedAbove', { held: rate, limit: searchLimitSchema }),
  codeOf('heldToTheTop', { held: rate }),
  codeOf('soFar', { held: rate }),
  /** `surelyBroke`: the lowest that broke with nothing else to blame; null: none did. */
  codeOf('found', { held: rate, broke: rate, surelyBroke: rate.nullable() }),
]);
export type CapacityFinding = z.infer<typeof capacityFindingSchema>;

/** Tries that something else than the target disturbed, of all. */
const disturbanceSchema = publicObject({ tries: count, of: count, by: z.enum(['generator', 'other_work']) });
export type Disturbance = z.infer<typeof disturbanceSchema>;

/** Why the lowest rate that surely broke did. `missed`: the thresholds that did not pass there, with what they were. */
const brokeBySchema = publicObject({
  because: z.enum(['good_answers', 'backlog', 'thresholds', 'auto_stopped']),
  missed: z.array(thresholdResultSchema.pick({ expression: true, value: true })),
});
export type BrokeBy = z.infer<typeof brokeBySchema>;

export const capacityCodeSchema = publicObject({
  finding: capacityFindingSchema,
  brokeBy: brokeBySchema.optional(),
  disturbance: disturbanceSchema.nullable(),
  /** The most that the plan allows. */
  connections: count.nullable(),
});
export type CapacityCode = z.infer<typeof capacityCodeSchema>;

/** Throughput that differs by no more, as a share, is the same. */
export const kneeTolerance = 0.05;

/** Is a throughput the same as the highest? */
export function carriesAsMuch(throughput: number, highest: number, tolerance: number = kneeTolerance): boolean {
  return throughput >= (1 - tolerance) * highest;
}

export const kneeCodeSchema = publicObject({
  /** Its name. */
  of: text,
  ceilingPerSecond: rate,
  /** The setting from which on more brings no more. */
  setting: z.number(),
  /** The last setting tried, and the share of the ceiling that is lost there. */
  last: z.number(),
  decline: z.number(),
  /** A smaller decline counts as level. */
  tolerance: z.number(),
  /** The limit that held it back from there on, if not the target. */
  limit: searchLimitSchema.nullable(),
  /** Rates are those of output tokens. Absent: of requests. */
  tokens: z.boolean().optional(),
});
export type KneeCode = z.infer<typeof kneeCodeSchema>;

/** From the setting `from` on first tokens, or messages, come later: their p95 at the setting before it, and at the last one. */
const firstLaterSchema = publicObject({
  of: z.enum(['token', 'message']),
  from: z.number(),
  before: z.number(),
  beforeUs: z.number(),
  last: z.number(),
  lastUs: z.number(),
});
export type FirstLater = z.infer<typeof firstLaterSchema>;

/** A run by its place. `side`: of an A/A, the arm is one of the two sides of its variant. */
const stepSchema = publicObject({
  number: count,
  of: count,
  arm: publicObject({ number: count, name: text.nullable(), side: z.boolean() }),
  rate: rate.nullable(),
});
export type StepName = z.infer<typeof stepSchema>;

/** `ending`: of the run. */
const ofRun = { run: stepSchema, ending: runEndingSchema.nullable() };

export const experimentRemarkSchema = z
  .discriminatedUnion('kind', [
    // On the way.
    codeOf('runDeleted', ofRun),
    codeOf('runStopped', ofRun),
    codeOf('runStoppedItself', ofRun),
    /** `regions`: those that have too few of their own. */
    codeOf('waitsForWorkers', { needed: count, online: count, regions: regionLabels }),
    codeOf('replaced', { gone: text, by: text }),
    codeOf('workerLost', { worker: text, by: text }),
    codeOf('shutDown', {}),
    /** Variants at once held against each alone, in the first repeat: the one that changed most in its service time, and whether they take turns for it: not where loads at once were `asked` for. */
    codeOf('disturbance', { variant: text, share: z.number(), disturbed: z.boolean(), asked: z.boolean().default(false) }),
    /** From this run on so many seconds of each turn are dropped: answers were slow, or it mattered which side went first. */
    codeOf('longerBurnIn', { run: count, seconds: count, before: count }),
    // Ends.
    codeOf('runFailed', ofRun),
    codeOf('noPlan', {}),
    /** The services were not restarted before this round: `status` of the answer, where there was one. `unasked`: by a fault of the worker. */
    codeOf('restartFailed', {
      round: count,
      because: z.enum(['status', 'late', 'unanswered', 'refused', 'unasked']),
      status: count.nullable(),
      seconds: count,
    }),
    /** After the restart before this round a variant did not answer. */
    codeOf('silentAfterRestart', { round: count, variant: text, seconds: count }),
    codeOf('noTargetCpu', {}),
    codeOf('stoppedUnattended', {}),
    /** Nobody was online for so long. */
    codeOf('noWorker', { seconds: count }),
    /** Fewer of the workers it needs were online for so long. */
    codeOf('tooFewWorkers', { needed: count, online: count, seconds: count, regions: regionLabels }),
    codeOf('noise', { runs: count, noiseFloor: z.number().nullable() }),
    codeOf('sweep', { runs: count, settings: count }),
    codeOf('knee', { knee: kneeCodeSchema }),
    codeOf('firstLater', { later: firstLaterSchema }),
    /** The limits that held variants of a sweep back; `names` of all variants. */
    codeOf('levels', { levels: z.array(publicObject({ variant: count, limit: z.enum(runLimits) })), names: z.array(text) }),
    /** `undecided`: a verdict is open that more repeats may decide. */
    codeOf('variants', { runs: count, undecided: z.boolean() }),
    codeOf('capacity', { capacity: capacityCodeSchema }),
    codeOf('stopped', { runs: count, of: count }),
    codeOf('broken', { error: text }),
    /** As a run that does not begin. */
    codeOf('ended', { ending: runEndingSchema }),
    /** A sentence that a version before codes stored. */
    codeOf('legacy', { text }),
  ])
  .meta({ id: 'ExperimentRemark' });
export type ExperimentRemark = z.infer<typeof experimentRemarkSchema>;

/** True if the remarks of a sweep tell only how often each setting ran, as its page and its table do. Old sweeps have no remarks. */
export function onlyCountsRuns(remarks: readonly ExperimentRemark[]): boolean {
  return remarks.length > 0 && remarks.every(({ kind }) => kind === 'sweep');
}
