/** The filter of the history, as the URL holds it. */
import { runStates } from '@plimsoll/contracts/run';
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
  cursor: text,
  selected: text,
  focus: text,
  /** Experiments whose runs are shown. */
  open: text,
});
