/** The content of a share link: thousands of figures, which take their time to be held to their schema. */
import type { ComparisonResult } from '@plimsoll/contracts/comparison';
import { parseKnown } from '@plimsoll/contracts/known-keys';
import { type Shared, type SharedContent, sharedSchema } from '@plimsoll/contracts/share';
import type { Db } from '@plimsoll/store/db';
import { peekShare } from '@plimsoll/store/shares';

export interface SharedQuestion {
  readonly tokenHash: string;
  /** With the points of the charts, which are most of it. */
  readonly points: boolean;
}

/** Null: unknown, expired and revoked are the same. Parsed, so that what an older version froze has what came later. */
export async function readShare(db: Db, { tokenHash, points }: SharedQuestion): Promise<Shared | null> {
  const found = await peekShare(db, tokenHash);
  if (!found) return null;
  const { createdAt, expiresAt, sample, content } = found;
  const shared = parseKnown(sharedSchema, { createdAt, expiresAt, sample, content });
  return points ? shared : { ...shared, content: withoutPoints(shared.content) };
}

function withoutPoints(content: SharedContent): SharedContent {
  switch (content.kind) {
    case 'run': {
      const { regions: _, ...rest } = content;
      return { ...rest, points: [] };
    }
    case 'comparison':
      return { ...content, comparison: resultWithoutPoints(content.comparison) };
    case 'experiment': {
      const comparisons = content.experiment.comparisons.map((one) => ({ ...one, result: resultWithoutPoints(one.result) }));
      return { ...content, experiment: { ...content.experiment, comparisons } };
    }
  }
}

function resultWithoutPoints(result: ComparisonResult): ComparisonResult {
  const candidates = result.candidates.map((one) => ({ ...one, points: [] }));
  return { ...result, base: { ...result.base, points: [] }, candidates };
}
