import type { Db } from '@plimsoll/store/db';
import { findPlan } from '@plimsoll/store/plans';
import { notFound } from './api-error.ts';

/** Throws 404 where the team has no such plan. */
export async function refuseUnknownPlan(db: Db, teamId: string, planId: string): Promise<void> {
  if (!(await findPlan(db, teamId, planId))) throw notFound('plan');
}
