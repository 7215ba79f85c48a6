/** The timeout that a command names, where its tool waits as long as it takes for 0. A plan always has one. */
import type { Duration } from '@plimsoll/contracts/duration';
import type { ImportTool } from '@plimsoll/contracts/imported-command';
import { planDefaults } from '@plimsoll/contracts/plan-defaults';
import { importedWords } from '@plimsoll/wording/en/import';
import { readTimeMs, type Written, writeTime } from './amount.ts';

/** Of a plan that names none. */
const ofPlans = planDefaults().plan.timeout;

/** A field of the plan where the command names it; `notes` is told what 0 becomes. */
export function givenTimeout(tool: ImportTool, timeout: Written | undefined, notes: string[]): { readonly timeout?: Duration } {
  if (!timeout) return {};
  const ms = readTimeMs(timeout);
  if (ms > 0) return { timeout: writeTime(ms) };
  notes.push(waitsForEver(tool));
  return { timeout: ofPlans };
}

/** The note on a tool that waits for an answer as long as it takes. */
export function waitsForEver(tool: ImportTool, duration: Duration = ofPlans): string {
  return importedWords.note.noTimeout({ tool, duration });
}
