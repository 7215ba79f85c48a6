/** The link of a share: its token, of which the hash alone is kept, and what its answers say to caches and crawlers. */
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';

/** 160 bits, 27 characters. */
export const shareTokenPattern = /^[A-Za-z0-9_-]{27}$/;
export function hashOfShareToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export const newShareToken = (): string => randomBytes(20).toString('base64url');

/** Nothing of a shared page is kept by caches, listed by search engines or told to where its links lead. */
export function markShared(reply: FastifyReply): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex, nofollow, noarchive');
}
