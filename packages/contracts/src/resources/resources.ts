/** The target's own resources, second by second: who told them (sources) and what they told (points). */
import { z } from 'zod';
import { momentSchema, queriedWhole } from '../api/bounds.ts';
import { sourceNameSchema } from './plan-resources.ts';

const amount = z.number().nonnegative().max(1e18);
const share = z.number().min(0).max(1);

/** One metric of a point, null where its source does not tell it. */
const figures = {
  /** Fraction of all cores of the machine, 0 to 1. */
  cpu: share,
  /** In use; of processes, the sum of their resident sets, which counts memory they share once for each. */
  memoryBytes: amount,
  /** In use, of all there is, where a source tells no bytes. */
  memoryShare: share,
  /** Read and written. */
  diskBytesPerSecond: amount,
  /** Of time in which the disk was busy. */
  diskShare: share,
  openSockets: amount,
  threads: amount,
  /** Share of one core that the busiest single thread used; of a process with very many threads, the busiest of those looked at. */
  busiestThread: share,
  /** Of that thread: share of the time in which it was runnable and had no core. */
  waitedForCore: share,
} as const;

export type ResourceMetric = keyof typeof figures;
export const resourceMetrics = Object.keys(figures) as readonly ResourceMetric[];

type FigureShape = { [Name in ResourceMetric]: z.ZodDefault<z.ZodNullable<(typeof figures)[Name]>> };
const figureShape = Object.fromEntries(
  Object.entries(figures).map(([name, schema]) => [name, schema.nullable().default(null)]),
) as FigureShape;

export const resourceFiguresSchema = z.strictObject(figureShape);
export type ResourceFigures = z.infer<typeof resourceFiguresSchema>;

/** Figures of which nothing is known yet. */
export const noResourceFigures: ResourceFigures = resourceFiguresSchema.parse({});

/** `process`: the worker, from its own machine. `scrape`: the worker, over HTTP. `upload`: a file. `agent`: a program on the target. */
export const sourceKinds = ['process', 'scrape', 'upload', 'agent'] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** Why a source has no points, or not all figures; said once a run. */
export const sourceProblems = [
  'not_permitted',
  'not_found',
  'behind_forwarder',
  'unsupported_system',
  'target_refused',
  'unreachable',
  'unreadable',
] as const;
export type SourceProblem = (typeof sourceProblems)[number];

const coresSchema = z.int().min(1).max(4096);
const quotaSchema = z.number().positive().max(4096);

const resourceSourceSchema = z.strictObject({
  name: z.string(),
  kind: z.enum(sourceKinds),
  /** Cores that `cpu` is a fraction of; null where the source does not tell. */
  cores: coresSchema.nullable(),
  /** Cores that the control group of what it looks at may use in all (a container's CPU limit); null: no quota, or it does not tell. */
  quotaCores: quotaSchema.nullable().default(null),
  /** What its points tell. */
  metrics: z.array(z.enum(resourceMetrics)),
  problem: z.enum(sourceProblems).nullable(),
});
export type ResourceSource = z.infer<typeof resourceSourceSchema>;

const resourcePointSchema = z.strictObject({
  /** Second of the run, or the first of several merged ones; figures are means over them. */
  second: z.int().nonnegative(),
  source: z.string(),
  ...figureShape,
});

/** `GET /runs/:id/resources`. */
export const resourcesSchema = z
  .strictObject({
    sources: z.array(resourceSourceSchema),
    points: z.array(resourcePointSchema),
    /** Seconds a point, on a grid from second 0. */
    resolutionSeconds: z.int().positive(),
  })
  .meta({ id: 'Resources' });
export type Resources = z.infer<typeof resourcesSchema>;

export const noResources: Resources = { sources: [], points: [], resolutionSeconds: 1 };

export const resourcesQuerySchema = z.strictObject({
  /** Seconds a point; 0 or absent = chosen so that at most 600 points a source come back. */
  resolution: queriedWhole.max(1_000_000).default(0),
});

/** `POST /runs/:id/resources`: how the file that is its body is to be read. */
export const uploadQuerySchema = z.strictObject({
  /** IANA name (`Europe/Berlin`) or offset (`+09:00`) of times without a zone; absent = the file's own, else UTC. */
  timezone: z.string().max(60).optional(),
  /** Added to each time: where the target's clock was wrong. */
  offsetMs: z.coerce.number().int().min(-864_000_000).max(864_000_000).default(0),
  /** A file of the same source takes the place of the one before. */
  source: sourceNameSchema.default('upload'),
});
export const uploadedSchema = z.strictObject({
  source: resourceSourceSchema,
  /** Seconds of the run that now have a point. */
  seconds: z.int().nonnegative(),
  /** Rows of the file before or after the run, which were left out. */
  outside: z.int().nonnegative(),
});

export const mostAgentPoints = 600;
/** `POST /resources`: what an agent saw, kept with each run of its team that was under way at that moment. */
export const agentPointsSchema = z.strictObject({
  source: sourceNameSchema,
  cores: coresSchema.nullable().default(null),
  quotaCores: quotaSchema.nullable().default(null),
  points: z
    .array(z.strictObject({ at: momentSchema, ...figureShape }))
    .min(1)
    .max(mostAgentPoints),
});
export type AgentPoints = z.infer<typeof agentPointsSchema>;
/** `kept`: points that a run has now, and had not before. */
export const agentAnswerSchema = z.strictObject({ kept: z.int().nonnegative() });

/** The metrics that some of these figures tell, in the order of the list. */
export function toldMetrics(points: readonly ResourceFigures[]): ResourceMetric[] {
  return resourceMetrics.filter((name) => points.some((point) => point[name] !== null));
}

/** What a person brought counts before what the worker saw by itself. */
const preferred: readonly SourceKind[] = ['upload', 'agent', 'scrape', 'process'];

/** Sources that tell one of these metrics, the one that speaks for the target first. */
export function sourcesOf({ sources }: Pick<Resources, 'sources'>, ...metrics: readonly ResourceMetric[]): ResourceSource[] {
  return sources
    .filter((source) => metrics.some((metric) => source.metrics.includes(metric)))
    .sort((a, b) => preferred.indexOf(a.kind) - preferred.indexOf(b.kind));
}
