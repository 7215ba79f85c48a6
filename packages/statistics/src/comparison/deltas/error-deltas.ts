/** Kinds of errors of two arms: which came, which went, which grew. */
import type { ErrorDelta } from '@plimsoll/contracts/comparison';
import type { Summary } from '@plimsoll/contracts/summary';

const order: Record<ErrorDelta['change'], number> = { new: 0, gone: 1, both: 2 };

/** New kinds first, then those that are gone, then the rest; each by the largest change of their share. */
export function errorDeltas(base: readonly Summary[], candidate: readonly Summary[]): ErrorDelta[] {
  const [before, after] = [sumKinds(base), sumKinds(candidate)];
  return [...new Set([...before.kinds.keys(), ...after.kinds.keys()])]
    .map((kind): ErrorDelta => {
      const [b, c] = [before.kinds.get(kind) ?? 0, after.kinds.get(kind) ?? 0];
      const change = b === 0 ? 'new' : c === 0 ? 'gone' : 'both';
      return {
        kind,
        change,
        base: b,
        candidate: c,
        baseShare: computeShare(b, before.requests),
        candidateShare: computeShare(c, after.requests),
      };
    })
    .sort((x, y) => order[x.change] - order[y.change] || computeChange(y) - computeChange(x) || x.kind.localeCompare(y.kind));
}

function sumKinds(summaries: readonly Summary[]): { kinds: Map<string, number>; requests: number } {
  const kinds = new Map<string, number>();
  for (const { kind, count } of summaries.flatMap(({ errors }) => errors)) kinds.set(kind, (kinds.get(kind) ?? 0) + count);
  return { kinds, requests: summaries.reduce((sum, { requests }) => sum + requests, 0) };
}

function computeShare(count: number, requests: number): number {
  return requests > 0 ? count / requests : 0;
}

function computeChange({ baseShare, candidateShare }: ErrorDelta): number {
  return Math.abs(candidateShare - baseShare);
}
