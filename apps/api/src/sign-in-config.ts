/** Settings of the ways into this installation: passwords, the provider of identities, the second factor. */
import { isIP } from 'node:net';
import { type GroupRole, groupRolesSchema } from '@plimsoll/contracts/group-roles';
import { refused } from '@plimsoll/contracts/refusal';
import {
  type ProviderFactor,
  type ProviderSignOut,
  providerFactors,
  providerSignOuts,
  type SignInPolicy,
  signInPolicies,
} from '@plimsoll/contracts/sign-in';
import { z } from 'zod';
import { isLoopbackHost } from './loopback-host.ts';

/** The installation's provider of identities (OpenID Connect). */
export interface ProviderConfig {
  readonly issuer: string;
  readonly clientId: string;
  /** Null: a public client. */
  readonly clientSecret: string | null;
  /** Its name on the button. */
  readonly label: string;
  readonly scopes: string;
  readonly groupsClaim: string;
  readonly groupRoles: readonly GroupRole[];
  /** Do its addresses count as confirmed where it does not say so? */
  readonly trustsAddresses: boolean;
  /** What counts as its second factor; asked for where `SignInConfig.secondFactor` is. */
  readonly secondFactor: ProviderFactor;
  /** Levels of a sign-in (`acr`) that are asked for. */
  readonly acr: readonly string[];
  readonly sessionHours: number;
  readonly signOut: ProviderSignOut;
}

export interface SignInConfig {
  readonly policy: SignInPolicy;
  /** A password alone is not enough. */
  readonly secondFactor: boolean;
  /** Null where `policy` is `password`. */
  readonly provider: ProviderConfig | null;
}

/** May browsers keep passkeys for this address? It needs a name, and TLS but for this machine. */
export function allowsPasskeys(baseUrl: string | undefined): boolean {
  if (baseUrl === undefined) return false;
  const { protocol, hostname } = new URL(baseUrl);
  if (hostname.startsWith('[') || isIP(hostname) > 0) return false;
  return protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
}

/** May this be the address of a provider? Its answers say who somebody is: nobody on the way may change them. */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, search, hash, username, password } = new URL(text);
  const plain = search === '' && hash === '' && username === '' && password === '';
  return plain && (protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname)));
}

export const signInVariables = {
  PLIMSOLL_SIGN_IN: z.enum(signInPolicies).optional(),
  PLIMSOLL_REQUIRE_SECOND_FACTOR: z.enum(['no', 'yes']).default('no'),
  PLIMSOLL_OIDC_ISSUER: z.string().refine(isIssuer, refused('issuer_url')).optional(),
  PLIMSOLL_OIDC_CLIENT_ID: z.string().max(1000).optional(),
  PLIMSOLL_OIDC_CLIENT_SECRET: z.string().max(10_000).optional(),
  PLIMSOLL_OIDC_LABEL: z.string().max(60).default('SSO'),
  PLIMSOLL_OIDC_SCOPES: z
    .string()
    .regex(/^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/)
    .default('openid profile email'),
  PLIMSOLL_OIDC_GROUPS_CLAIM: z.string().max(200).default('groups'),
  PLIMSOLL_OIDC_GROUPS: groupRolesSchema.optional(),
  PLIMSOLL_OIDC_TRUST_EMAIL: z.enum(['no', 'yes']).default('no'),
  PLIMSOLL_OIDC_SECOND_FACTOR: z.enum(providerFactors).default('provider'),
  PLIMSOLL_OIDC_ACR: z
    .string()
    .regex(/^\S+( \S+)*$/)
    .max(1000)
    .optional(),
  PLIMSOLL_OIDC_SESSION_HOURS: z.coerce.number().positive().max(720).default(12),
  PLIMSOLL_OIDC_SIGN_OUT: z.enum(providerSignOuts).default('here'),
};

type SignInVariables = z.infer<z.ZodObject<typeof signInVariables>> & { readonly PLIMSOLL_BASE_URL?: string | undefined };

/** Throws an Error whose message names the setting that is missing. */
export function readSignIn(env: SignInVariables): SignInConfig {
  const { PLIMSOLL_OIDC_ISSUER: issuer, PLIMSOLL_OIDC_CLIENT_ID: clientId } = env;
  const policy = env.PLIMSOLL_SIGN_IN ?? (issuer === undefined ? 'password' : 'both');
  const secondFactor = env.PLIMSOLL_REQUIRE_SECOND_FACTOR === 'yes';
  if (policy === 'password') return { policy, secondFactor, provider: null };
  for (const name of ['PLIMSOLL_OIDC_ISSUER', 'PLIMSOLL_OIDC_CLIENT_ID', 'PLIMSOLL_BASE_URL'] as const)
    if (env[name] === undefined) throw new Error(`Configuration: ${name}: sign-in by OpenID Connect needs it`);
  const factor = env.PLIMSOLL_OIDC_SECOND_FACTOR;
  if (factor !== 'provider' && !secondFactor)
    throw new Error(
      'Configuration: PLIMSOLL_OIDC_SECOND_FACTOR: set PLIMSOLL_REQUIRE_SECOND_FACTOR=yes, too: without it none is asked for',
    );
  if (factor === 'passkey' && !allowsPasskeys(env.PLIMSOLL_BASE_URL))
    throw new Error(
      'Configuration: PLIMSOLL_OIDC_SECOND_FACTOR: passkeys need PLIMSOLL_BASE_URL with a name and https:// (or http://localhost)',
    );
  return {
    policy,
    secondFactor,
    provider: {
      issuer: issuer ?? '',
      clientId: clientId ?? '',
      clientSecret: env.PLIMSOLL_OIDC_CLIENT_SECRET ?? null,
      label: env.PLIMSOLL_OIDC_LABEL,
      scopes: env.PLIMSOLL_OIDC_SCOPES,
      groupsClaim: env.PLIMSOLL_OIDC_GROUPS_CLAIM,
      groupRoles: env.PLIMSOLL_OIDC_GROUPS ?? [],
      trustsAddresses: env.PLIMSOLL_OIDC_TRUST_EMAIL === 'yes',
      secondFactor: factor,
      acr: env.PLIMSOLL_OIDC_ACR?.split(' ') ?? [],
      sessionHours: env.PLIMSOLL_OIDC_SESSION_HOURS,
      signOut: env.PLIMSOLL_OIDC_SIGN_OUT,
    },
  };
}
