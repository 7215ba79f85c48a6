/** `Idempotency-Key`: a request that is sent twice makes one thing. */
import { createHash } from 'node:crypto';
import { problemWords } from '@plimsoll/wording/en/problem';
import { z } from 'zod';
import { invalid } from './api-error.ts';

/** For a route's `headers`: the key is checked by {@link readIdempotencyKey}, whose refusal has a sentence. */
export const idempotencyHeaders = z.looseObject({ 'idempotency-key': z.string().optional() });
const keySchema = z.string().regex(/^[\x20-\x7e]{1,200}$/);

export function readIdempotencyKey(headers: z.infer<typeof idempotencyHeaders>): string | undefined {
  const key = keySchema.optional().safeParse(headers['idempotency-key']);
  if (!key.success) throw invalid('/headers/idempotency-key', problemWords.general.idempotencyKey);
  return key.data;
}

/**
 * Tells two bodies apart. The client that a plan has by default is left out: a body that an older version took, which knew no client,
 * is the same body when it is sent again after an upgrade.
 */
export function hashOfBody(body: unknown): string {
  return createHash('sha256').update(JSON.stringify(body, withoutDefaultClient)).digest('hex');
}

function withoutDefaultClient(key: string, value: unknown): unknown {
  if (key !== 'connection' || value === null || typeof value !== 'object') return value;
  const { client, ...rest } = value as { client?: unknown };
  return client === 'undici' ? rest : value;
}
