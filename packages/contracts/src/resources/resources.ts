/** The target's own resources, second by second: who told them (sources) and what they told (points). */
import { z } from 'zod';
import { momentSchema, queriedWhole } from '../api/bounds.ts';
import { markPublic, publicObject } from '../api/public.ts';
import { type ResourceMetric, resourceMetrics, targetRow } from '../figure/target-figures.ts';
import { sourceNameSchema } from './plan-resources.ts';

const amount = z.number().nonnegative().max(1e18);
const share = z.number().min(0).max(1);

/** One metric of a point, null where its source does not tell it. */
const figureShape = Object.fromEntries(
  resourceMetrics.map((name) => {
    const { unit, public: isShown } = targetRow(name);
    const schema = (unit === 'share' ? share : amount).nullable().default(null);
    return [name, isShown ? markPublic(schema) : schema];
  }),
) as Record<ResourceMetric, z.ZodDefault<z.ZodNullable<z.ZodNumber>>>;

export const resourceFiguresSchema = z.strictObject(figureShape);
export type ResourceFigures = z.infer<typeof resourceFiguresSchema>;

/** Figures of which nothing is known yet. */
export const noResourceFigures: ResourceFigures = resourceFiguresSchema.parse({});

/** `process`: the worker, from its own machine. `scrape`: the worker, over HTTP. `upload`: a file. `agent`: a program on the target. */
export const sourceKinds = ['process', 'scrape', 'upload', 'agent'] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** The reasons why a source has no points, or not all figures; said once a run. */
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
  name: markPublic(z.string()),
  kind: markPublic(z.enum(sourceKinds)),
  /** Cores that `cpu` is a fraction of; null where the source does not tell. */
  cores: markPublic(coresSchema.nullable()),
  /** Cores that the control group of what it looks at may use in all (a container's CPU limit); null: no quota, or it does not tell. */
  quotaCores: markPublic(quotaSchema.nullable().default(null)),
  /** The metrics that its points tell. */
  metrics: markPublic(z.array(z.enum(resourceMetrics))),
  problem: z.enum(sourceProblems).nullable(),
});
export type ResourceSource = z.infer<typeof resourceSourceSchema>;

const resourcePointSchema = z.strictObject({
  /** Second of the run, or the first of several merged ones; figures are means over them. */
  second: markPublic(z.int().nonnegative()),
  source: markPublic(z.string()),
  ...figureShape,
});

/** `GET /runs/:id/resources`. */
export const resourcesSchema = publicObject({
  sources: z.array(resourceSourceSchema),
  points: z.array(resourcePointSchema),
  /** Seconds a point, on a grid from second 0. */
  resolutionSeconds: z.int().positive(),
}).meta({ id: 'Resources' });
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

/** A file that a person uploaded counts before the figures that the worker saw by itself. */
const preferred: readonly SourceKind[] = ['upload', 'agent', 'scrape', 'process'];

/** Sources that tell one of these metrics, the one that speaks for the target first. */
export function sourcesOf({ sources }: Pick<Resources, 'sources'>, ...metrics: readonly ResourceMetric[]): ResourceSource[] {
  return sources
    .filter((source) => metrics.some((metric) => source.metrics.includes(metric)))
    .sort((a, b) => preferred.indexOf(a.kind) - preferred.indexOf(b.kind));
}
