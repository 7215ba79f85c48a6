/** Signing out, here and, where the operator wants it, at the provider. */
import { api } from '@plimsoll/contracts/paths';
import { answer } from '../client.ts';

/** Answers the page to go on to: the provider's, or null. */
export async function signOut(): Promise<string | null> {
  const { url } = (await answer(api.signOut, { method: 'POST', body: {} })) as { readonly url?: unknown };
  return typeof url === 'string' && /^https?:/.test(url) ? url : null;
}
