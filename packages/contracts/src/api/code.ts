/** A code with its figures, in place of a sentence: it is stored, and the sentence is made of it for who reads. */
import { z } from 'zod';
import { publicObject } from './public.ts';

export function codeOf<const Kind extends string, Figures extends z.ZodRawShape>(kind: Kind, figures: Figures) {
  return z.strictObject({ kind: z.literal(kind), ...figures });
}

/** One whose figures a share shows; a text of others among them has a mark of its own. */
export function publicCodeOf<const Kind extends string, Figures extends z.ZodRawShape>(kind: Kind, figures: Figures) {
  return publicObject({ kind: z.literal(kind), ...figures });
}
