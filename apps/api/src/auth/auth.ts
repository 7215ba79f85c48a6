/** Sign-in by e-mail and password (better-auth). Teams are ours. Nobody else imports it; sign-in-route.ts and two-factor-routes.ts name its paths. */
import { type ChosenLanguage, readerLanguages } from '@plimsoll/contracts/account';
import { type SessionOpener, sessionOpeners } from '@plimsoll/contracts/sign-in';
import { ping } from '@plimsoll/store/database';
import type { DbPool } from '@plimsoll/store/db';
import { listTeams } from '@plimsoll/store/members';
import { endSessions } from '@plimsoll/store/sessions';
import { accountWords } from '@plimsoll/wording/en/account';
import { betterAuth } from 'better-auth';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { twoFactor } from 'better-auth/plugins/two-factor';
import pLimit from 'p-limit';
import { authTables, twoFactorTables } from './auth-schema.ts';
import { cookieNames } from './cookie-name.ts';
import { sessionOpener } from './session-opener.ts';

export interface SignedIn {
  readonly sessionId: string;
  readonly user: { readonly id: string; readonly name: string; readonly email: string };
  readonly activeTeamId: string | null;
  readonly language: ChosenLanguage;
  readonly openedBy: SessionOpener;
  /** The passkey that opened the session, or was its second factor. */
  readonly passkeyId: string | null;
  /** The provider's own session that opened this one (`providerSessionKey`); null: opened otherwise, or the provider names none. */
  readonly providerSession: string | null;
  /** When the session began. */
  readonly openedAt: Date;
  /** Over then, however often it is used; null: it lasts as long as it is used. */
  readonly endsAt: Date | null;
  /** Is the app's code asked for beside the password? */
  readonly twoFactor: boolean;
}

/** A session for somebody whose identity is known without a password. */
export interface SessionToOpen {
  readonly userId: string;
  readonly by: Exclude<SessionOpener, 'password'>;
  /** Over then, however often it is used; null: it lasts as long as it is used. */
  readonly endsAt: Date | null;
  /** The passkey that opens it, or is its second factor. */
  readonly passkeyId?: string;
  /** The provider's own session that opens it (`providerSessionKey`). */
  readonly providerSession?: string | null;
  /** The team it acts for; left out: the person's first one. */
  readonly activeTeamId?: string | null;
  readonly address: string;
  readonly userAgent: string;
}

export interface Auth {
  /** Origin the requests are built on. */
  readonly origin: string;
  /** Answers a request under /api/auth. */
  handler(request: Request): Promise<Response>;
  /** Name of the cookie that carries the session. */
  sessionCookie(): Promise<string>;
  /** Name of the cookie of a sign-in that waits for a code. */
  startedCookie(): Promise<string>;
  /** Recovery codes of the person that were not used yet. */
  countRecoveryCodes(userId: string): Promise<number>;
  /** The person whose session it is; `cookie` is the request's header. */
  sessionOf(cookie: string): Promise<SignedIn | null>;
  /** Opens a session; answers its cookies, as `set-cookie` has them. */
  openSession(session: SessionToOpen): Promise<string[]>;
  hashPassword(password: string): Promise<string>;
  verifyPassword(hash: string, password: string): Promise<boolean>;
}

/** Header that carries the caller's address to better-auth; set by us, never taken from outside. */
export const addressHeader = 'x-plimsoll-address';

export interface AuthOptions {
  /** better-auth's own. It holds a connection while it hashes: nothing that it calls back may wait for another one of these. */
  readonly pool: DbPool;
  /** The callbacks of better-auth read from here. */
  readonly db: DbPool;
  readonly secretKey: string;
  readonly origin: string;
  /** The port that the API listens on. */
  readonly port: number;
  /** Where people come in by the provider alone: sessions that were opened otherwise, and before, are over so long after they began. Null: they last as long as they are used. */
  readonly ownWaysMs: number | null;
}

/** Over then, however often it is used; null: it lasts as long as it is used. */
function endOf(
  { openedBy, endsAt, createdAt }: { readonly openedBy: SessionOpener; readonly endsAt: Date | null; readonly createdAt: Date },
  ownWaysMs: number | null,
): Date | null {
  const isOwn = openedBy === 'password' || openedBy === 'passkey';
  return isOwn && ownWaysMs !== null ? new Date(createdAt.getTime() + ownWaysMs) : endsAt;
}

// A hash takes ~60 ms and 16 MiB: two at once keep a burst of sign-ins from starving everybody else.
const hashing = pLimit(2);
// Fewer at once than the pool has connections: the rest reads sessions, which every other request waits for.
const answering = pLimit(4);
const mostWaiting = 200;

/** More wait for an answer than will have patience for it. */
function busy(): Response {
  return Response.json({ message: accountWords.busy }, { status: 429 });
}

export function openAuth(options: AuthOptions): Auth {
  const names = cookieNames(options.origin, options.port);
  const hash = (password: string) => hashing(() => hashPassword(password));
  const verify = (known: string, password: string) => hashing(() => verifyPassword({ hash: known, password }));
  const auth = betterAuth({
    appName: 'Plimsoll',
    baseURL: options.origin,
    basePath: '/api/auth',
    secret: options.secretKey,
    database: options.pool,
    ...authTables,
    // Both are sealed with the secret key. better-auth counts the wrong codes of a sign-in: five. Those of an account are ours: its own
    // lock would be one for everybody, which who knows the password keeps shut.
    plugins: [twoFactor({ issuer: 'Plimsoll', schema: twoFactorTables, accountLockout: { enabled: false } }), sessionOpener],
    user: { ...authTables.user, additionalFields: { language: { type: 'string', required: false, input: false } } },
    session: {
      ...authTables.session,
      additionalFields: {
        activeTeamId: { type: 'string', required: false, input: false, fieldName: 'active_team_id' },
        openedBy: { type: 'string', required: false, input: false, fieldName: 'opened_by' },
        endsAt: { type: 'date', required: false, input: false, fieldName: 'ends_at' },
        passkeyId: { type: 'string', required: false, input: false, fieldName: 'passkey_id' },
        providerSession: { type: 'string', required: false, input: false, fieldName: 'provider_session' },
      },
      cookieCache: { enabled: false },
      expiresIn: 30 * 86_400,
      updateAge: 86_400,
    },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 10,
      maxPasswordLength: 128,
      password: { hash, verify: (given) => verify(given.hash, given.password) },
    },
    databaseHooks: {
      session: {
        create: {
          before: async (session) => {
            // One that takes the place of another keeps its team.
            const activeTeamId = session.activeTeamId ?? (await listTeams(options.db, session.userId))[0]?.id ?? null;
            return { data: { ...session, activeTeamId } };
          },
        },
      },
    },
    // Both are done by our own hooks: same-origin.ts and login-limit.ts.
    rateLimit: { enabled: false },
    trustedOrigins: async (request) => {
      const origin = request?.headers.get('origin');
      return origin ? [origin] : [];
    },
    advanced: {
      useSecureCookies: false,
      cookiePrefix: names.product,
      ipAddress: { ipAddressHeaders: [addressHeader] },
      ...(names.secure
        ? {
            cookies: {
              session_token: { name: names.of('session'), attributes: { secure: true } },
              two_factor: { name: names.of('two-factor'), attributes: { secure: true } },
            },
          }
        : {}),
    },
    telemetry: { enabled: false },
    logger: { disabled: true },
  });
  // better-auth hides what went wrong: asked directly, Postgres says whether it was the cause.
  const reachable = () => ping(options.pool);
  return {
    origin: options.origin,
    handler: async (request) => {
      if (answering.pendingCount >= mostWaiting) return busy();
      const answer = await answering(() => auth.handler(request));
      if (answer.status >= 500) await reachable();
      return answer;
    },
    hashPassword: hash,
    verifyPassword: verify,
    openSession: async ({ userId, by, endsAt, passkeyId = null, providerSession = null, activeTeamId = null, address, userAgent }) => {
      const { headers } = await auth.api.openSession({
        body: { userId, openedBy: by, endsAt, passkeyId, providerSession, activeTeamId },
        headers: new Headers({ [addressHeader]: address, 'user-agent': userAgent }),
        returnHeaders: true,
      });
      return headers.getSetCookie();
    },
    sessionCookie: async () => (await auth.$context).authCookies.sessionToken.name,
    startedCookie: async () => (await auth.$context).createAuthCookie('two_factor').name,
    countRecoveryCodes: async (userId) => (await auth.api.viewBackupCodes({ body: { userId } })).backupCodes.length,
    sessionOf: async (cookie) => {
      const found = await auth.api
        .getSession({ headers: new Headers({ cookie }), query: { disableCookieCache: true } })
        .catch(async (error: unknown) => {
          await reachable();
          throw error;
        });
      if (!found) return null;
      const { id, name, email, language, twoFactorEnabled } = found.user;
      const { session } = found;
      const openedBy = sessionOpeners.find((known) => known === session.openedBy) ?? 'password';
      const { createdAt, endsAt = null } = session;
      const end = endOf({ openedBy, endsAt, createdAt }, options.ownWaysMs);
      if (end && end <= new Date()) {
        await endSessions(options.db, id, session.id);
        return null;
      }
      return {
        sessionId: session.id,
        user: { id, name, email },
        activeTeamId: session.activeTeamId ?? null,
        language: readerLanguages.find((known) => known === language) ?? null,
        openedBy,
        passkeyId: session.passkeyId ?? null,
        providerSession: session.providerSession ?? null,
        openedAt: createdAt,
        endsAt,
        twoFactor: twoFactorEnabled === true,
      };
    },
  };
}
