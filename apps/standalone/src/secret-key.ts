/** The key that signs sessions and seals secrets: made on the first start, kept beside the database it belongs to. */
import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from '@plimsoll/postgres/durable-file';
import type { StandaloneConfig } from './config.ts';

/** Throws where it is damaged: another key in its place would be taken for the right one. */
export function secretKeyIn(dataDir: string): string {
  const file = join(dataDir, 'secret-key');
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const found = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  // A first start that was cut off here left an empty file and no database yet: nothing is sealed with it.
  if (found === '' && !(existsSync(file) && existsSync(join(dataDir, 'postgres', 'PG_VERSION')))) {
    const made = randomBytes(32).toString('base64url');
    writeDurably(file, `${made}\n`);
    return made;
  }
  if (found.length >= 32) return found;
  throw new Error(
    `The secret key in ${file} is damaged: it has fewer than 32 characters. Put the copy that you keep of it in its place. Without one, remove the file: the next start makes a new key, everybody signs in again, and secrets in saved plans have to be entered again.`,
  );
}

/** Tells one secret key from another, and nothing about it; null where there is none yet. */
export function keyMark({ secretKey, dataDir }: Pick<StandaloneConfig, 'secretKey' | 'dataDir'>): string | null {
  const key = secretKey ?? (existsSync(join(dataDir, 'secret-key')) ? secretKeyIn(dataDir) : undefined);
  return key === undefined ? null : createHmac('sha256', key).update('the key of a Plimsoll backup').digest('hex').slice(0, 16);
}
