import { type AuditFilter, auditFilterSchema } from '@plimsoll/contracts/audit';
import { z } from 'zod';

const day = z.iso.date().optional().catch(undefined);

/** The filter of the entries in the URL: a person, a kind, and days of the reader's own zone. */
export const auditSearchSchema = z.object({
  who: auditFilterSchema.shape.who.catch(undefined),
  what: auditFilterSchema.shape.what.catch(undefined),
  since: day,
  until: day,
});
type AuditSearch = z.infer<typeof auditSearchSchema>;

/** Midnight before a day, in the zone of this machine, so many days later. */
function midnight(isoDay: string, daysLater: number): string {
  const at = new Date(`${isoDay}T00:00:00`);
  at.setDate(at.getDate() + daysLater);
  return at.toISOString();
}

/** The filter for the API; the last day counts as a whole. */
export function filterOf({ who, what, since, until }: AuditSearch): AuditFilter {
  return {
    ...(who ? { who } : {}),
    ...(what ? { what } : {}),
    ...(since ? { from: midnight(since, 0) } : {}),
    ...(until ? { to: midnight(until, 1) } : {}),
  };
}
