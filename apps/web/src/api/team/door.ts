/** The questions of a page that somebody opens, before the app with its schemas is there. */
import { isProblem } from '@plimsoll/client/api-problem';
import { api } from '@plimsoll/contracts/paths';
import { answer } from '../client.ts';

let asked: Promise<unknown> | null = null;

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
  const { needed } = (await answer(api.setup).catch(() => ({}))) as { needed?: unknown };
  return needed === false ? 'stranger' : 'owner';
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
