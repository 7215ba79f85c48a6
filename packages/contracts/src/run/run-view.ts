/** A view of the list of runs that a team keeps by name. */
import { z } from 'zod';
import { nameSchema } from '../plan/plan.ts';
import { runListQuerySchema } from './run-list.ts';

/** A team keeps so many. */
export const mostRunViews = 100;

const { state, planId, verdict, createdBy, stamp, tag, search } = runListQuerySchema.shape;
/** The filters of `GET /api/v1/runs`, and the columns that the list shows. */
const viewFiltersSchema = z.strictObject({
  state,
  planId,
  verdict,
  createdBy,
  stamp,
  tag,
  search,
  /** Keys of columns by comma; absent: the usual ones. */
  columns: z.string().max(200).optional(),
});
export type ViewFilters = z.infer<typeof viewFiltersSchema>;

/** A name that the team uses already gets these filters. */
export const keepRunViewSchema = z.strictObject({ name: nameSchema, filters: viewFiltersSchema });

export const runViewSchema = keepRunViewSchema.extend({ id: z.uuid(), createdAt: z.iso.datetime() }).meta({ id: 'RunView' });
export type RunView = z.infer<typeof runViewSchema>;
export const runViewListSchema = z.strictObject({ items: z.array(runViewSchema) });
