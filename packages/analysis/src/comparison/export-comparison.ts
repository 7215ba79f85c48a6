/** A comparison as a file: its figures as CSV, or what a report of it shows, redacted as shares are. */
import { type ComparisonResult, comparisonSchema } from '@plimsoll/contracts/comparison';
import type { SharedComparison } from '@plimsoll/contracts/share';
import { comparisonToCsv } from '@plimsoll/statistics/comparison-csv';
import { findComparison } from '@plimsoll/store/comparisons';
import type { Db } from '@plimsoll/store/db';
import { namedArms } from '@plimsoll/wording/named-arms';
import { sharedComparison, type Unshared } from '../share/freeze-share.ts';
import { type Arms, compareArms } from './compare-runs.ts';

export interface ComparisonToExport {
  readonly teamId: string;
  /** Runs to compare now, or a comparison that was kept. */
  readonly of: { readonly arms: Arms } | { readonly id: string };
  readonly format: 'csv' | 'html';
}

/** The source of the file: the CSV's text, or the content of a report. */
export type ComparisonFile = { readonly csv: string } | { readonly content: SharedComparison };

/** Throws as `compareRuns`. `unknown`: no such comparison; `incomplete`: a report tells the plans, and a run of the comparison was deleted. */
export async function exportComparison(
  db: Db,
  { teamId, of, format }: ComparisonToExport,
): Promise<ComparisonFile | Exclude<Unshared, 'active'>> {
  const comparison = 'id' in of ? await keptComparison(db, teamId, of.id) : await compareArms(db, teamId, of.arms);
  if (!comparison) return 'unknown';
  if (format === 'csv')
    return {
      csv: comparisonToCsv(
        comparison,
        namedArms(comparison).candidates.map(({ name }) => name),
      ),
    };
  const content = await sharedComparison(db, teamId, comparison, [], { regionsNamed: true });
  return content === 'incomplete' ? content : { content };
}

/** Parsed, so that what an older version kept has what came later. */
async function keptComparison(db: Db, teamId: string, id: string): Promise<(ComparisonResult & { readonly title: string }) | null> {
  const found = await findComparison(db, teamId, id);
  return found && comparisonSchema.parse(found);
}
