/** The link that a token opens, or the one 404: unknown, expired, revoked and misspelt are not told apart. */
import type { OpenLink } from '@plimsoll/store/shares';
import type { ApiContext } from '../context.ts';
import { notFound } from '../http/api-error.ts';
import { hashOfLinkToken, linkTokenPattern } from '../http/link-token.ts';

export async function findLink({ links }: Pick<ApiContext, 'links'>, token: string, counts: 'view' | 'nothing'): Promise<OpenLink> {
  if (!linkTokenPattern.test(token)) throw notFound('share');
  return found(await links.look(hashOfLinkToken(token), counts));
}

export function found<T>(share: T | null): T {
  if (share === null) throw notFound('share');
  return share;
}
