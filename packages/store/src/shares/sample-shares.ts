/** The shares of the sample pair: measured once (`scripts/sample-pair.ts`), frozen as any share is, and shipped as files. No row of any team holds them, so they count nowhere. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sampleLinks } from '@plimsoll/contracts/sample-links';
import type { Shared } from '@plimsoll/contracts/share';

/** No link of a team is open for longer. */
const expiresAt = '2100-01-01T00:00:00.000Z';

const hashed = (token: string) => createHash('sha256').update(token).digest('hex');
const names = new Map(Object.entries(sampleLinks).map(([name, token]) => [hashed(token), name]));

/** Null: a link of a team. */
export function sampleLink(tokenHash: string): { readonly id: string; readonly teamId: string } | null {
  const name = names.get(tokenHash);
  return name === undefined ? null : { id: `sample ${name}`, teamId: 'sample' };
}

export async function readSample(tokenHash: string): Promise<(Shared & { id: string }) | null> {
  const name = names.get(tokenHash);
  if (name === undefined) return null;
  const file = new URL(`../../samples/${name}.json`, import.meta.url);
  const frozen = JSON.parse(await readFile(file, 'utf8')) as Pick<Shared, 'createdAt' | 'content'>;
  return { ...frozen, id: `sample ${name}`, expiresAt, sample: true };
}
