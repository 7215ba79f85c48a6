/**
 * A code with its figures, in place of a sentence: it is stored, and the sentence is made of it for who reads. A share shows its figures;
 * words of others among them are {@link text}.
 */
import { z } from 'zod';
import { markPublic, publicObject } from './public.ts';

export function codeOf<const Kind extends string, Figures extends z.ZodRawShape>(kind: Kind, figures: Figures) {
  return publicObject({ kind: z.literal(kind), ...figures });
}

/** Words of others: a share hides of them what its sharer hides. */
export const othersText = markPublic(z.string(), 'text');

/** Labels of regions of a plan; absent where it has none, or none is meant. A link numbers them. */
export const regionLabels = markPublic(z.array(z.string()).optional(), 'region');
export const regionLabel = markPublic(z.string().optional(), 'region');
