/** Links that give access by themselves (shares, badges, invitations): the token, of which the hash alone is kept, and what answers say to caches and crawlers. */
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';

/** 160 bits, 27 characters. */
export const linkTokenPattern = /^[A-Za-z0-9_-]{27}$/;
export function hashOfLinkToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export const newLinkToken = (): string => randomBytes(20).toString('base64url');

/** Nothing of such a page is kept by caches, listed by search engines or told to where its links lead. */
export function markSecretPage(reply: FastifyReply): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex, nofollow, noarchive');
}
