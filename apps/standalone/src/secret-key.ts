/** The key that signs sessions and seals secrets: made on the first start, kept beside the database it belongs to. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export function secretKeyIn(dataDir: string): string {
  const file = join(dataDir, 'secret-key');
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  if (!existsSync(file)) writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  const key = readFileSync(file, 'utf8').trim();
  if (key.length < 32) throw new Error(`The secret key in ${file} is damaged: it has fewer than 32 characters. Restore it from a backup.`);
  return key;
}
