/** A Redis that evicts keys loses queue entries. */
import type { Redis } from 'ioredis';

/** One sentence if this Redis may throw our keys away, else null. Servers that hide CONFIG are trusted. */
export async function evictionWarning(redis: Redis): Promise<string | null> {
  const answer = await redis.config('GET', 'maxmemory-policy').catch(() => null);
  const policy = Array.isArray(answer) ? String(answer[1]) : 'noeviction';
  if (policy === 'noeviction') return null;
  return `Redis throws keys away when it is full (maxmemory-policy is ${policy}): runs would start late. Set maxmemory-policy to noeviction.`;
}
