import { api, runFileFormats } from '@plimsoll/contracts/paths';
import { exportWords } from '@plimsoll/wording/en/export';
import type { ExportedFile } from './export-items.tsx';

/** The files of a run, each with what it is. */
export function listRunFiles(runId: string): ExportedFile[] {
  return runFileFormats.map((format) => ({ ...exportWords.run[format], href: api.exported(runId, format) }));
}
