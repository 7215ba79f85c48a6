/**
 * The ID token by which the provider opened a session, kept sealed beside it: signing out at the provider shows it there, and only there. One of
 * another person, issuer or client cannot be opened, so no provider is shown another's.
 */
import { findIdToken, insertIdToken } from '@plimsoll/store/id-tokens';
import { openText, sealText } from '@plimsoll/store/secrets';
import type { ApiContext } from '../../context.ts';
import type { SignedIn } from '../auth.ts';

type Keeper = Pick<ApiContext, 'config' | 'db'>;
type Holder = Pick<SignedIn, 'sessionId' | 'user'>;

/** It is shown in an address: Keycloak takes 4096 signs of one. A longer one is not kept, and the provider asks the person instead. */
const mostSigns = 3000;

/** Null where nobody is led to the provider to sign out. */
function placeOf({ config }: Keeper, { user }: Holder) {
  const { provider } = config.signIn;
  if (provider?.signOut !== 'provider') return null;
  return { place: { teamId: 'sign-in', rowId: user.id }, field: JSON.stringify([provider.issuer, provider.clientId]) };
}

export async function keepIdToken(keeper: Keeper, holder: Holder, idToken: string): Promise<void> {
  const at = placeOf(keeper, holder);
  if (at && idToken.length <= mostSigns)
    await insertIdToken(keeper.db, holder.sessionId, sealText(keeper.config.secretKey, at.place, at.field, idToken));
}

/** Null: none is kept that can be shown. */
export async function openIdToken(keeper: Keeper, holder: Holder): Promise<string | null> {
  const at = placeOf(keeper, holder);
  const sealed = at && (await findIdToken(keeper.db, holder.sessionId));
  if (!at || !sealed) return null;
  try {
    return openText(keeper.config.secretKey, at.place, at.field, sealed);
  } catch {
    return null;
  }
}
