/** The ways into this installation, as its operator set them. */
import type { SignInWays } from '@plimsoll/contracts/account';
import { accountWords } from '@plimsoll/wording/en/account';
import type { ApiConfig } from '../config.ts';
import { ApiError } from '../http/api-error.ts';
import type { SignedIn } from './auth.ts';
import { allowsPasskeys } from './passkey-rules.ts';

export function waysIn({ signIn: { policy, provider }, baseUrl }: Pick<ApiConfig, 'signIn' | 'baseUrl'>): SignInWays {
  const own = policy !== 'oidc';
  return { passwords: own, passkeys: own && allowsPasskeys(baseUrl), provider: provider?.label ?? null };
}

/** Throws ApiError `forbidden` where people come in by the provider alone. */
export function refuseOwnWays({ signIn: { policy, provider } }: Pick<ApiConfig, 'signIn'>): void {
  if (policy === 'oidc') throw new ApiError('forbidden', accountWords.providerOnly({ provider: provider?.label ?? '' }));
}

/** Is more asked of this session than it has? A provider asks for its own second factor, and a passkey is one. */
export function lacksSecondFactor({ signIn }: Pick<ApiConfig, 'signIn'>, { openedBy, twoFactor }: SignedIn): boolean {
  return signIn.secondFactor && openedBy === 'password' && !twoFactor;
}
