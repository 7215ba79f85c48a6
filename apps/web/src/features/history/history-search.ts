/** What the history shows, as the URL holds it. */
import { runStates } from '@plimsoll/contracts/run';
import { verdicts } from '@plimsoll/contracts/verdict';
import { z } from 'zod';

export const historyStates = ['active', 'finished', ...runStates] as const;
const text = z.string().optional().catch(undefined);
export const historySearchSchema = z.object({
  search: text,
  tag: text,
  state: z.enum(historyStates).optional().catch(undefined),
  planId: z.uuid().optional().catch(undefined),
  verdict: z.enum(verdicts).optional().catch(undefined),
  cursor: text,
  selected: text,
  focus: text,
  /** Experiments whose runs are shown. */
  open: text,
});
