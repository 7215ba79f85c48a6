/** The runs of a comparison as the URL holds them: `base=A&candidate=B&candidate=C`; runs of one arm by commas. Pure. */
import { type ComparedWindow, mostCandidates } from '@plimsoll/contracts/comparison';
import { windowOf } from '@plimsoll/contracts/window';
import { z } from 'zod';

const list = z
  .union([z.string().transform((text) => [text]), z.array(z.string())])
  .default([])
  .catch([]);
const second = z.coerce.number().int().nonnegative().optional().catch(undefined);
export const compareSearchSchema = z.object({ base: z.string().default('').catch(''), candidate: list, from: second, to: second });
type CompareSearch = z.output<typeof compareSearchSchema>;

export interface ChosenRuns {
  readonly base: readonly string[];
  /** At least one place, which may still be empty. */
  readonly candidates: readonly (readonly string[])[];
  readonly window: ComparedWindow | null;
}

const splitIds = (text: string) => text.split(',').filter(Boolean);

export function chosenRuns({ base, candidate, from, to }: CompareSearch): ChosenRuns {
  const candidates = candidate.slice(0, mostCandidates).map(splitIds);
  return {
    base: splitIds(base),
    candidates: candidates.length > 0 ? candidates : [[]],
    window: windowOf({ from, to }),
  };
}

/** An empty place stays in the URL as a lone comma, so that a run added but not chosen yet survives. */
export function candidatesText(candidates: readonly (readonly string[])[]): readonly string[] | undefined {
  const texts = candidates.map((ids) => ids.join(','));
  return texts.every((text) => text === '') ? undefined : texts.map((text) => text || ',');
}

export const canAdd = ({ candidates }: ChosenRuns): boolean => candidates.length < mostCandidates;
