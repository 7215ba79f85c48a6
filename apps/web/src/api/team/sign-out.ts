/** Signing out, here and, where the operator wants it, at the provider. */
import { api } from '@plimsoll/contracts/paths';
import { signedOutSchema } from '@plimsoll/contracts/sign-in';
import { request } from '../client.ts';

/** Answers the page to go on to: the provider's, or null. */
export async function signOut(): Promise<string | null> {
  const { url } = await request(api.signOut, signedOutSchema, { method: 'POST', body: {} });
  return url;
}
