/** The filter of the history, as the URL holds it. */
import { runStates } from '@plimsoll/contracts/run';
import { validityStamps } from '@plimsoll/contracts/validity';
import { verdictSchema } from '@plimsoll/contracts/verdict';
import { z } from 'zod';

export const historyStates = ['active', 'finished', ...runStates] as const;
const text = z.string().optional().catch(undefined);
export const historySearchSchema = z.object({
  search: text,
  tag: text,
  state: z.enum(historyStates).optional().catch(undefined),
  planId: z.uuid().optional().catch(undefined),
  verdict: verdictSchema.optional().catch(undefined),
  createdBy: text,
  stamp: z.enum(validityStamps).optional().catch(undefined),
  cursor: text,
  selected: text,
  focus: text,
  /** Columns beside the name and the state, by comma; absent for the usual ones. */
  columns: text,
  /** Experiments whose runs are shown. */
  open: text,
});

type HistorySearch = z.output<typeof historySearchSchema>;
export type ShownView = Partial<Pick<HistorySearch, 'search' | 'tag' | 'state' | 'planId' | 'verdict' | 'createdBy' | 'stamp' | 'columns'>>;

/** What the list is filtered by, and its columns: the place in it and what is selected are no part of a view. */
export function viewOf({ search, tag, state, planId, verdict, createdBy, stamp, columns }: HistorySearch): ShownView {
  const all = { search, tag, state, planId, verdict, createdBy, stamp, columns };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
