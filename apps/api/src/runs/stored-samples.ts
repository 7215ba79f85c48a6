/** Reads all samples after a sequence number, page by page. */
import type { Sample } from '@plimsoll/contracts/sample';
import type { Db } from '@plimsoll/store/db';
import { samplesAfter } from '@plimsoll/store/samples';

const pageSize = 2000;

export interface StoredSample {
  readonly sequence: number;
  readonly sample: Sample;
}

export async function allSamplesAfter(db: Db, runId: string, afterSequence: number): Promise<StoredSample[]> {
  const found: StoredSample[] = [];
  for (;;) {
    const page = await samplesAfter(db, runId, found.at(-1)?.sequence ?? afterSequence, pageSize);
    found.push(...page);
    if (page.length < pageSize) return found;
  }
}
