/** The ways into an installation: passwords, a provider of identities (OpenID Connect), passkeys, and the operator's way back in. */
import { z } from 'zod';
import { roleSchema } from './account.ts';

/** `password`: and passkeys. `oidc`: by the provider alone. `both`: either. */
export const signInPolicies = ['password', 'both', 'oidc'] as const;
export type SignInPolicy = (typeof signInPolicies)[number];

/**
 * What counts as the second factor of a sign-in by the provider, where one is asked for. `provider`: the provider sees to it. `told`: its ID token
 * has to tell of one. `passkey`: a passkey of ours, after the provider.
 */
export const providerFactors = ['provider', 'told', 'passkey'] as const;
export type ProviderFactor = (typeof providerFactors)[number];

/** Where somebody who came by the provider signs out. `here`: here alone. `provider`: here, and then at the provider. */
export const providerSignOuts = ['here', 'provider'] as const;
export type ProviderSignOut = (typeof providerSignOuts)[number];

/** How a session was opened. */
export const sessionOpeners = ['password', 'oidc', 'passkey', 'break_glass'] as const;
export type SessionOpener = (typeof sessionOpeners)[number];

/** `next`: the page that the sign-in leads to, a path of ours. */
export const startProviderSignInSchema = z.strictObject({ next: z.string().max(2000).optional() });
/** The provider's page, for the browser to open. */
export const startedProviderSignInSchema = z.strictObject({ url: z.url() });

/** Signed out here. `url`: the provider's page that signs out there, for the browser to open; null: there is none to go to. */
export const signedOutSchema = z.strictObject({ url: z.url({ protocol: /^https?$/ }).nullable() });

/** Why a sign-in by the provider came to nothing: `?failed=` of the sign-in page. */
export const signInFailures = [
  // The provider, or the person there, said no.
  'cancelled',
  // It does not answer, or answers what nobody can use.
  'provider',
  // Begun too long ago, in another browser, or used before.
  'expired',
  // The provider ended its session as the sign-in came to its end.
  'signed_out',
  // No address that the provider has confirmed.
  'unverified',
  // No group that has a role here, and no account.
  'no_group',
  // No account, and none is made without an invitation.
  'no_account',
  // The account with this address belongs to another subject of the provider.
  'other_subject',
  // Its ID token tells of no second factor, and one is asked for.
  'no_second_factor',
  // The provider counts the groups of the person and does not name them.
  'groups_hidden',
] as const;
export type SignInFailure = (typeof signInFailures)[number];

/** The token of a link that the operator made. */
export const breakGlassSchema = z.strictObject({ token: z.string().max(100) });

/** How the people of a team sign in, for those who look after them. */
export const teamSignInSchema = z.strictObject({
  passwords: z.boolean(),
  passkeys: z.boolean(),
  provider: z.string().nullable(),
  /** A password alone is not enough. */
  secondFactor: z.boolean(),
  /** What counts as the second factor of a sign-in by the provider; null: none is asked for. */
  providerFactor: z.enum(providerFactors).nullable(),
  /** Groups of the provider that have a role in this team. */
  groups: z.array(z.strictObject({ group: z.string(), role: roleSchema })),
});
