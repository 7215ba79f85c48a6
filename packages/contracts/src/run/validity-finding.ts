/** The reasons to read a run's figures with care, as codes with their figures. Shares are fractions; times are in the unit of their name. */
import { z } from 'zod';
import { codeOf, othersText, regionLabel, regionLabels } from '../api/code.ts';
import { publicObject } from '../api/public.ts';
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
    codeOf('nothing', { afterWarmup: z.boolean() }),
    /** `outcomes`: how the requests ended, the most frequent first. */
    codeOf('unanswered', { requests: count, outcomes: z.array(outcomeKindSchema) }),
    /** `strained`: were all connections busy while the generator itself was short of time? Else some were free. */
    codeOf('shortfall', {
      share: number,
      fromSecond: count,
      toSecond: count,
      sent: count,
      planned: count,
      strained: z.boolean(),
    }),
    codeOf('late', { latenessUs: number, limitUs: number, freeSeconds: count, seconds: count }),
    codeOf('loop_busy', {
      share: number,
      limit: number,
      /** For a run whose generator was its limit: the remedies, the number of its generators, and its HTTP client where that was the limit. */
      limits: publicObject({ advice: z.array(z.enum(generatorRemedies)), generators: count, client: z.string().nullable() }).nullable(),
      ...over,
    }),
    codeOf('cpu', { share: number, limit: number, ...over }),
    codeOf('loop_held_up', { delayUs: number, limitUs: number, ...over }),
    /** `share`: of the machine's cores. */
    codeOf('other_work', { share: number }),
    codeOf('throttled', over),
    codeOf('missing', seconds),
    codeOf('partial', seconds),
    codeOf('clock', { jumpMs: number, second: count }),
    codeOf('imported', { tool: z.string() }),
    /** `regions`: as of `workerLost` in a run's ending. */
    codeOf('worker_lost', { regions: regionLabels }),
    /** A generator ended before its load did, and its worker lives. `region`: whose load it made, where the plan has several. `lost`: how many did, where more than one. */
    codeOf('generator_lost', { region: regionLabel, lost: count.optional() }),
    /** The load of a generator was over, and its connections could not be closed; its worker lives. `region`: as of `generator_lost`. */
    codeOf('connections_not_closed', { region: regionLabel }),
    /** A sentence that a version before codes stored. */
    codeOf('legacy', { text: othersText }),
  ])
  .meta({ id: 'ValidityFinding' });
export type ValidityFinding = z.infer<typeof validityFindingSchema>;
