/** A base arm of runs and the candidates held against it. Effect and interval first; a verdict never comes without its interval. */
import { z } from 'zod';
import { codeOf, othersText } from '../api/code.ts';
import { comparisonFileFormats } from '../api/paths.ts';
import { markPublic, publicObject } from '../api/public.ts';
import { metricDeltaSchema } from '../figure/verdict.ts';
import { sourceKinds } from '../resources/resources.ts';
import { armRefusalSchema } from '../run/arm-refusal.ts';
import { curveSchema } from '../run/curve.ts';
import { endReasonSchema, runIdSchema, runNumberSchema } from '../run/run.ts';
import { pointSchema } from '../run/sample.ts';
import { summarySchema } from '../run/summary.ts';
import { validitySchema } from '../run/validity.ts';
import { judgeWindow, queriedWindow, type RunWindow, windowSchema } from '../run/window.ts';

/** A value that is told, not shown: none, a text, bytes or a file by their length and mark, or the length of a load that ended before its time. */
const toldValueSchema = z.discriminatedUnion('kind', [
  codeOf('none', {}),
  codeOf('text', { characters: z.int(), mark: z.string() }),
  codeOf('bytes', { bytes: z.number() }),
  codeOf('file', { name: othersText, bytes: z.number(), mark: z.string() }),
  codeOf('cutShort', { ms: z.number(), plannedMs: z.number() }),
]);
export type ToldValue = z.infer<typeof toldValueSchema>;

export const planDifferenceSchema = publicObject({
  /** Dotted path, `connection.keepAlive`. */
  field: z.string(),
  base: z.string().nullable(),
  candidate: z.string().nullable(),
  kind: z.enum(['plan', 'environment']),
  codes: publicObject({ base: toldValueSchema.nullable(), candidate: toldValueSchema.nullable() })
    .optional()
    .meta({ description: 'Values in words of ours, as codes with their figures; null for one in words of its own.' }),
});
export type PlanDifference = z.infer<typeof planDifferenceSchema>;
export const comparabilityGrades = ['same', 'differs_in_what_was_varied', 'not_like_with_like'] as const;
export type ComparabilityGrade = (typeof comparabilityGrades)[number];
const comparabilityCodeSchema = publicObject({
  /** Fields of the plan, each setting once. */
  settings: markPublic(z.array(z.string()), 'text'),
  /** Fields of the environment. */
  places: z.array(z.string()),
  /** Is it known for both where they were generated? */
  placesKnown: z.boolean(),
  /** Does one side time failed answers together with good ones? */
  unlikeTimes: z.boolean(),
  /** Was one of them imported from a file of another tool? */
  isImported: z.boolean(),
});
export type ComparabilityCode = z.infer<typeof comparabilityCodeSchema>;
export const comparabilitySchema = publicObject({
  grade: z.enum(comparabilityGrades),
  differences: z.array(planDifferenceSchema),
  /** Made of `code`. */
  sentence: markPublic(z.string(), 'text'),
  code: comparabilityCodeSchema.nullable().default(null).meta({
    description: 'The fields that the sentence names, and what else it says. Null where an older version compared.',
  }),
});
export type Comparability = z.infer<typeof comparabilitySchema>;

export const armRunSchema = z.strictObject({
  id: markPublic(runIdSchema),
  /** Not public: how many runs a team made is its own affair. */
  number: runNumberSchema,
  name: markPublic(z.string(), 'name'),
  startedAt: markPublic(z.iso.datetime().nullable()),
  endReason: markPublic(endReasonSchema.nullable().default(null).meta({ description: 'Null where an older version compared.' })),
  validity: markPublic(validitySchema.nullable()),
  summary: markPublic(summarySchema),
});
/** The target's own resources during an arm's runs, over their measured seconds. All of one source a run, of one kind in all arms where they have one. */
const armResourcesSchema = publicObject({
  /** The source of the first run. */
  source: z.string(),
  kind: z.enum(sourceKinds),
  /** Cores that `cpu` is a fraction of; null where it is not told, or differs between the runs. */
  cores: z.int().positive().nullable(),
  /** Mean and highest second, over all runs of the arm. */
  cpuMean: z.number(),
  cpuPeak: z.number(),
  memoryPeakBytes: z.number().nullable(),
  /** Good answers for each second that one core was busy; null where the cores are not known, or nothing was used. */
  requestsPerCpuSecond: z.number().nullable(),
  /** The points of the arm's first run, on the grid of its charts. */
  points: z.array(publicObject({ second: z.int().nonnegative(), cpu: z.number() })),
});
export type ArmResources = z.infer<typeof armResourcesSchema>;

export const armSchema = z.strictObject({
  runs: markPublic(z.array(armRunSchema).min(1)),
  /** By elapsed second, ≤ 600 points, some 200 of more than ten minutes; warm-up left out; of the arm's first run. */
  points: markPublic(z.array(pointSchema)),
  curve: markPublic(curveSchema),
  /** Seconds of the arm's first run in which the stages of its load begin, and the last one's end; empty without stages. */
  stageSeconds: markPublic(z.array(z.number().nonnegative())),
  /** Null: nothing told the target's CPU. */
  resources: markPublic(armResourcesSchema.nullable()),
});
export type Arm = z.infer<typeof armSchema>;

/** A request of plans with several, compared by its name. */
export const requestDeltaSchema = publicObject({
  name: markPublic(z.string(), 'request'),
  /** The arms that have it. Metrics exist only where both do. */
  in: z.enum(['both', 'base', 'candidate']),
  metrics: z.array(metricDeltaSchema),
});
export type RequestDelta = z.infer<typeof requestDeltaSchema>;

/** A region of runs made in several, compared by its label as a request is by its name. */
const regionDeltaSchema = requestDeltaSchema.extend({ name: markPublic(z.string(), 'region') });

/** An error kind of either arm: `503` for a status, else the outcome. */
export const errorDeltaSchema = publicObject({
  kind: z.string(),
  change: z.enum(['new', 'gone', 'both']),
  /** Occurrences over the arm's runs. */
  base: z.int().nonnegative(),
  candidate: z.int().nonnegative(),
  /** Share of the arm's finished requests. */
  baseShare: z.number().nonnegative(),
  candidateShare: z.number().nonnegative(),
});
export type ErrorDelta = z.infer<typeof errorDeltaSchema>;

/** `refused`: why neither arm nor metric has a verdict. `chosen`: is it a variant of an experiment, which chose what differs? */
const candidateCodeSchema = publicObject({ refused: armRefusalSchema.nullable(), chosen: z.boolean() });

/** What makes a better candidate suspect: it may be better at something else. Shares of all answers, or of what was planned. */
const doubtSchema = z.discriminatedUnion('kind', [
  codeOf('statuses', { status: z.string(), base: z.number(), candidate: z.number() }),
  /** Bytes that came for an answer, on average. */
  codeOf('sizes', { base: z.number(), candidate: z.number() }),
  /** Good answers for each planned request. */
  codeOf('fewer', { base: z.number(), candidate: z.number() }),
]);
export type Doubt = z.infer<typeof doubtSchema>;

/** An arm held against the base. */
export const candidateSchema = armSchema
  .extend({
    comparability: markPublic(comparabilitySchema),
    metrics: markPublic(z.array(metricDeltaSchema)),
    /** In the base plan's order, then what only the candidate has. Their verdicts stand apart from the headline's. */
    byRequest: markPublic(z.array(requestDeltaSchema)),
    byRegion: markPublic(
      z.array(regionDeltaSchema).optional().meta({
        description:
          'Of runs that workers of several regions made, as `byRequest`: `name` is the label. Not there where neither arm has regions.',
      }),
    ),
    /** Errors of either arm, new ones first. */
    errors: markPublic(z.array(errorDeltaSchema)),
    doubts: markPublic(
      z.array(doubtSchema).optional().meta({ description: 'Where it is better, but its answers differ in what they are, too.' }),
    ),
    /** The candidate against the base in one sentence, made of `code` and the figures. */
    sentence: markPublic(z.string(), 'text'),
    code: markPublic(candidateCodeSchema.nullable().default(null).meta({ description: 'Null where an older version compared.' })),
  })
  .meta({ id: 'Candidate' });
export type Candidate = z.infer<typeof candidateSchema>;

/** May it be called better or worse than the base? An experiment chose what differs between its variants. */
export function isComparable({ comparability, code }: Pick<Candidate, 'comparability' | 'code'>): boolean {
  return comparability.grade !== 'not_like_with_like' || (code?.chosen ?? false);
}

/** May more runs of both arms decide what is open of it? A run without a verdict leaves its whole arm without one. */
export function mayBeDecided({ code }: Pick<Candidate, 'code'>): boolean {
  return !code?.refused;
}

export const mostCandidates = 4;
/** The same seconds of every run. */
export type ComparedWindow = RunWindow;

/** One base against one to four candidates; verdicts are corrected over all of them together. */
export const comparisonResultSchema = z
  .strictObject({
    base: markPublic(armSchema),
    candidates: markPublic(z.array(candidateSchema).min(1).max(mostCandidates)),
    /** Null: the whole runs without their warm-up. */
    window: markPublic(windowSchema.nullable()),
    /** Relative; smallest change this setup can see, or null when it was not measured. */
    noiseFloor: markPublic(z.number().nullable()),
    /** Relative minimum effect δ used for the verdicts. */
    minimumEffect: markPublic(z.number()),
    /** All candidates in one sentence; of one it is the candidate's own. */
    sentence: markPublic(z.string(), 'text'),
  })
  .meta({ id: 'ComparisonResult' });
export type ComparisonResult = z.infer<typeof comparisonResultSchema>;

const runIds = z.array(runIdSchema).min(1).max(50);

const queriedArm = z.string().max(2000);
const queriedArms = {
  base: queriedArm,
  /** One a parameter: `candidate=C1,C2&candidate=D`. */
  candidate: z.union([queriedArm, z.array(queriedArm).min(1).max(mostCandidates)]),
  /** Compare only these seconds of every run, counted from its start (warm-up included): from ≤ second < to. Both or none. */
  ...queriedWindow,
} as const;
export const comparisonQuerySchema = z.strictObject(queriedArms).superRefine(judgeWindow);
export type ComparisonQuery = z.infer<typeof comparisonQuerySchema>;
const fileFormat = z
  .enum(comparisonFileFormats)
  .meta({ description: '`csv`: a row for each candidate, request and metric. `html`: a report in one file that opens offline.' });
export const comparisonFileSchema = z.strictObject({ format: fileFormat });
export const comparisonFileQuerySchema = z.strictObject({ ...queriedArms, format: fileFormat }).superRefine(judgeWindow);
export const createComparisonSchema = z
  .strictObject({
    base: runIds,
    candidates: z.array(runIds).min(1).max(mostCandidates),
    from: z.int().nonnegative().optional(),
    to: z.int().nonnegative().optional(),
    title: z.string().max(200).optional(),
  })
  .superRefine(judgeWindow);
export type CreateComparison = z.input<typeof createComparisonSchema>;
/** A stored comparison. */
export const comparisonSchema = comparisonResultSchema
  .extend({ id: z.uuid(), title: z.string(), createdAt: z.iso.datetime() })
  .meta({ id: 'Comparison' });
export type Comparison = z.infer<typeof comparisonSchema>;
export const comparisonListSchema = z.strictObject({
  items: z.array(
    z.strictObject({
      id: z.uuid(),
      title: z.string(),
      createdAt: z.iso.datetime(),
      baseRunIds: runIds,
      candidateRunIds: z.array(runIds),
    }),
  ),
});
