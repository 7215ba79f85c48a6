/** Can a run be trusted: the stamp of its generator, and what held the run back. */
import { z } from 'zod';
import { markPublic } from '../api/public.ts';
import { limitEvidenceSchema, runLimits } from './limit.ts';
import { generatorRemedies, validityFindingSchema } from './validity-finding.ts';

/** The best first. `unwatched`: another tool made the load, and how its generator did is not known. */
export const validityStamps = ['valid', 'unwatched', 'degraded', 'invalid'] as const;
/** Was the generator fit to measure? */
export const validitySchema = z
  .strictObject({
    /** The stamp of the generator alone. */
    stamp: markPublic(z.enum(validityStamps)),
    /** `findings`, each as one plain sentence with its number. */
    reasons: markPublic(z.array(z.string()), 'text'),
    findings: markPublic(
      z.array(validityFindingSchema).default([]).meta({
        description: 'The reasons as codes with their figures; `legacy` where an older version judged the run.',
      }),
    ),
    limit: markPublic(
      z.enum(runLimits).nullable().default(null).meta({
        description:
          'What held the run back: nothing, the target, the connections that the plan allows, the generator (short of processor time), its HTTP client (threads full), the network, or not known. Null where it was not judged: nothing was measured, or an older version judged the run.',
      }),
    ),
    evidence: markPublic(z.array(limitEvidenceSchema).default([]).meta({ description: 'What shows the limit, by second of the run.' })),
    otherWork: markPublic(
      z.number().min(0).max(1).nullable().default(null).meta({
        description:
          "Share of the machine's cores used by others than generator and target while the load was on, host steal included. Null where it is not known.",
      }),
    ),
    advice: z.array(z.enum(generatorRemedies)).default([]).meta({
      description:
        'Where the generator or its client was the limit of a closed run, what would help, the cheapest first: the same plan with connection.client wire, with more load threads (PLIMSOLL_THREADS), with one more generator. Where the connections of the plan were the limit: more of them.',
    }),
  })
  .meta({ id: 'Validity' });
export type Validity = z.infer<typeof validitySchema>;
/** The rest of a stamp where nobody judged what held the run back. */
export const unjudged: Omit<Validity, 'stamp' | 'reasons'> = { findings: [], limit: null, evidence: [], otherWork: null, advice: [] };

/** The tool whose load an imported run was; null of a run of ours. */
export function importedTool(validity: Validity | null): string | null {
  return validity?.findings.find((finding) => finding.kind === 'imported')?.tool ?? null;
}

/** The worst of the runs that were judged; null where none was. */
export function worstValidity(runs: readonly (Validity | null)[]): Validity | null {
  const judged = runs.filter((validity) => validity !== null);
  return judged.sort((a, b) => validityStamps.indexOf(b.stamp) - validityStamps.indexOf(a.stamp))[0] ?? null;
}
