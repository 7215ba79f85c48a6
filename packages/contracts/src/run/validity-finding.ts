/** The reasons to read a run's figures with care, as codes with their figures. Shares are fractions; times are in the unit of their name. */
import { z } from 'zod';
import { publicCodeOf } from '../api/code.ts';
import { markPublic, publicObject } from '../api/public.ts';
import { outcomeKindSchema } from './outcome.ts';

/** The remedies for a limit that is not the target's: raw sockets, more load threads, another generator; more connections. */
export const generatorRemedies = ['wire', 'threads', 'generators', 'connections'] as const;
export type GeneratorRemedy = (typeof generatorRemedies)[number];

const count = z.int().nonnegative();
const number = z.number();
/** `seconds` of `of` measured seconds were over the limit. */
const over = { seconds: count, of: count };
const seconds = { which: z.array(count), of: count };

export const validityFindingSchema = z
  .discriminatedUnion('kind', [
    publicCodeOf('nothing', { afterWarmup: z.boolean() }),
    /** `outcomes`: how the requests ended, the most frequent first. */
    publicCodeOf('unanswered', { requests: count, outcomes: z.array(outcomeKindSchema) }),
    /** `strained`: were all connections busy while the generator itself was short of time? Else some were free. */
    publicCodeOf('shortfall', {
      share: number,
      fromSecond: count,
      toSecond: count,
      sent: count,
      planned: count,
      strained: z.boolean(),
    }),
    publicCodeOf('late', { latenessUs: number, limitUs: number, freeSeconds: count, seconds: count }),
    publicCodeOf('loop_busy', {
      share: number,
      limit: number,
      /** For a run whose generator was its limit: the remedies, the number of its generators, and its HTTP client where that was the limit. */
      limits: publicObject({ advice: z.array(z.enum(generatorRemedies)), generators: count, client: z.string().nullable() }).nullable(),
      ...over,
    }),
    publicCodeOf('cpu', { share: number, limit: number, ...over }),
    publicCodeOf('loop_held_up', { delayUs: number, limitUs: number, ...over }),
    /** `share`: of the machine's cores. */
    publicCodeOf('other_work', { share: number }),
    publicCodeOf('throttled', over),
    publicCodeOf('missing', seconds),
    publicCodeOf('partial', seconds),
    publicCodeOf('clock', { jumpMs: number, second: count }),
    publicCodeOf('imported', { tool: z.string() }),
    publicCodeOf('worker_lost', {}),
    /** A sentence that a version before codes stored. */
    publicCodeOf('legacy', { text: markPublic(z.string(), 'text') }),
  ])
  .meta({ id: 'ValidityFinding' });
export type ValidityFinding = z.infer<typeof validityFindingSchema>;
