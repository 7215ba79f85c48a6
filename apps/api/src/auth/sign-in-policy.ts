/** The ways into this installation, as its operator set them. */
import type { SignInWays } from '@plimsoll/contracts/account';
import { hasPasskey } from '@plimsoll/store/passkeys';
import { accountWords } from '@plimsoll/wording/en/account';
import type { ApiConfig } from '../config.ts';
import type { ApiContext } from '../context.ts';
import { ApiError } from '../http/api-error.ts';
import { allowsPasskeys } from '../sign-in-config.ts';
import type { SignedIn } from './auth.ts';

export function waysIn({ signIn: { policy, provider }, baseUrl }: Pick<ApiConfig, 'signIn' | 'baseUrl'>): SignInWays {
  const own = policy !== 'oidc';
  return { passwords: own, passkeys: own && allowsPasskeys(baseUrl), provider: provider?.label ?? null };
}

/** Throws ApiError `forbidden` where people come in by the provider alone. */
export function refuseOwnWays({ signIn: { policy, provider } }: Pick<ApiConfig, 'signIn'>): void {
  if (policy === 'oidc') throw new ApiError('forbidden', accountWords.providerOnly({ provider: provider?.label ?? '' }));
}

/** Throws ApiError `forbidden` where more is asked of this session than it has. */
export function refuseWithoutSecondFactor(config: Pick<ApiConfig, 'signIn'>, person: SignedIn): void {
  if (lacksSecondFactor(config, person)) throw new ApiError('forbidden', accountWords.secondFactorNeeded);
}

/**
 * Throws ApiError `forbidden` where the session has not shown the second factor that its person has: one more must not be added without it, or
 * a password alone would be enough after all.
 */
export async function refuseNewFactor({ config, db }: Pick<ApiContext, 'config' | 'db'>, person: SignedIn): Promise<void> {
  if (lacksSecondFactor(config, person) && (await hasPasskey(db, person.user.id)))
    throw new ApiError('forbidden', accountWords.showPasskeyFirst);
}

/** Do people keep passkeys here: as a way in, or as the second factor of a sign-in by the provider? */
export function keepsPasskeys({ signIn: { policy, provider }, baseUrl }: Pick<ApiConfig, 'signIn' | 'baseUrl'>): boolean {
  return allowsPasskeys(baseUrl) && (policy !== 'oidc' || provider?.secondFactor === 'passkey');
}

/** Is more asked of this session than it has? A passkey is a second factor, and the operator says what is one of a sign-in by the provider. */
export function lacksSecondFactor(
  { signIn: { secondFactor, provider } }: Pick<ApiConfig, 'signIn'>,
  { openedBy, twoFactor, passkeyId }: Pick<SignedIn, 'openedBy' | 'twoFactor' | 'passkeyId'>,
): boolean {
  if (!secondFactor) return false;
  if (openedBy === 'oidc') return provider?.secondFactor === 'passkey' && passkeyId === null;
  return openedBy === 'password' && !twoFactor;
}
