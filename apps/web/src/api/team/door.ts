/** The questions of a page that somebody opens, before the app with its schemas is there. */
import { isProblem } from '@plimsoll/client/api-problem';
import { api } from '@plimsoll/contracts/paths';
import { answer, command } from '../client.ts';

let asked: Promise<unknown> | null = null;
let ways: Promise<Ways> | null = null;

/** The ways in, without the schema that would be fetched for them. */
export interface Ways {
  readonly passwords: boolean;
  readonly passkeys: boolean;
  readonly provider: string | null;
}

interface SetupAnswer {
  readonly needed?: unknown;
  readonly ways?: Partial<Record<keyof Ways, unknown>>;
}

const readWays = ({ ways: told = {} }: SetupAnswer): Ways => ({
  passwords: told.passwords !== false,
  passkeys: told.passkeys === true,
  provider: typeof told.provider === 'string' ? told.provider : null,
});

/** Asked once a page. While nobody answers, the password is shown. */
export function askWays(): Promise<Ways> {
  ways ??= answer(api.setup).then(
    (told) => readWays(told as SetupAnswer),
    () => readWays({}),
  );
  return ways;
}

/** Leaves for the provider's page; `next` is a path of ours. */
export async function goToProvider(next: string): Promise<true> {
  const { url } = (await answer(api.providerSignIn, { method: 'POST', body: { next } })) as { url: string };
  window.location.assign(url);
  return true;
}

/** Options for the browser's own dialog. */
export function askPasskeyOptions(): Promise<unknown> {
  return answer(api.passkeySignInOptions, { method: 'POST', body: {} });
}

/** Signs in with what the browser answered. */
export function sendPasskey(response: unknown): Promise<void> {
  return command(api.passkeySignIn, { method: 'POST', body: { response } });
}

/** Signs in by the operator's link. */
export function breakGlass(token: string): Promise<void> {
  return command(api.breakGlass, { method: 'POST', body: { token } });
}

/** Asks for the session ahead of the app, which takes the answer. */
export function askAhead(): Promise<unknown> {
  asked = answer(api.session);
  // Whoever takes it hears of it.
  asked.catch(() => undefined);
  return asked;
}

/** Is somebody signed in? If not: is the owner still to be made? */
export async function whoComes(): Promise<'known' | 'stranger' | 'owner'> {
  try {
    await askAhead();
    return 'known';
  } catch (error) {
    if (!isProblem(error, 'not_signed_in')) return 'known';
  }
  asked = null;
  const told = (await answer(api.setup).catch(() => ({}))) as SetupAnswer;
  ways = Promise.resolve(readWays(told));
  return told.needed === false ? 'stranger' : 'owner';
}

/** The answer that was asked for ahead, once; else a new one. */
export function askSession(signal: AbortSignal): Promise<unknown> {
  const taken = asked ?? answer(api.session, { signal });
  asked = null;
  return taken;
}

/** `code`: not signed in yet, a code of the second factor is asked for. */
export async function signIn(input: { readonly email: string; readonly password: string }): Promise<'signed in' | 'code'> {
  const { twoFactorRedirect } = (await answer(api.signIn, { method: 'POST', body: input })) as { twoFactorRedirect?: unknown };
  return twoFactorRedirect === true ? 'code' : 'signed in';
}
