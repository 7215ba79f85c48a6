/** Links people kept from when further candidates stood in a parameter of their own: `candidate=B&others=C&others=D`. */
import type { SearchText } from '../ui/search-text.ts';

/** The same in today's form, `candidate=B&candidate=C&candidate=D`; null where it is today's already. */
export function withoutOthers({ candidate, others, ...rest }: SearchText): SearchText | null {
  if (others === undefined) return null;
  return { ...rest, candidate: [candidate ?? [], others].flat() };
}
