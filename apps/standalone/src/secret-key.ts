/** The key that signs sessions and seals secrets: made on the first start, kept beside the database it belongs to. */
import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StandaloneConfig } from './config.ts';

export function secretKeyIn(dataDir: string): string {
  const file = join(dataDir, 'secret-key');
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  if (!existsSync(file)) writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  const key = readFileSync(file, 'utf8').trim();
  if (key.length < 32) throw new Error(`The secret key in ${file} is damaged: it has fewer than 32 characters. Restore it from a backup.`);
  return key;
}

/** Tells one secret key from another, and nothing about it; null where there is none yet. */
export function keyMark({ secretKey, dataDir }: Pick<StandaloneConfig, 'secretKey' | 'dataDir'>): string | null {
  const key = secretKey ?? (existsSync(join(dataDir, 'secret-key')) ? secretKeyIn(dataDir) : undefined);
  return key === undefined ? null : createHmac('sha256', key).update('the key of a Plimsoll backup').digest('hex').slice(0, 16);
}
