/** The server that a command asks: as given, as the environment says, or as stored by `plimsoll login`. */

import { type Client, openClient } from '@plimsoll/client/open-client';
import { maskedSecret } from '@plimsoll/contracts/problem';
import { commandWords } from '@plimsoll/wording/command-words';
import { environment } from '../config.ts';
import { Fault } from '../result/fault.ts';
import { givenToken } from './given-token.ts';
import { readLogin } from './login-file.ts';

export interface KnownServer {
  readonly url: string;
  readonly token: string;
  readonly client: Client;
}

/** Throws a Fault where no server, or no token for it, is known. */
export function findServer(given: string | undefined, env = environment): KnownServer {
  const stored = readLogin(env);
  const named = given ?? env.PLIMSOLL_URL ?? stored?.url;
  if (!named) throw new Fault(commandWords.fault.noServer);
  const url = serverUrl(named);
  // A token goes to the server that it is of, and to no other.
  const token = givenToken(env) || (stored?.url === url ? stored.token : undefined);
  if (!token) throw new Fault(commandWords.fault.noToken({ server: url }));
  return { url, token, client: openClient({ url, token, traceParent: readTraceParent(env.TRACEPARENT) }) };
}

/** As CI systems hand it to their steps (OpenTelemetry: environment variables as carriers of context). */
function readTraceParent(text: string | undefined): string | undefined {
  return text !== undefined && /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/.test(text) ? text : undefined;
}

export function serverUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw new Fault(commandWords.fault.notUrl({ text: maskedUrl(text) }));
  return url.origin + url.pathname.replace(/\/+$/, '');
}

/** Without a password that stands in it. */
function maskedUrl(text: string): string {
  return text.replace(/\/\/[^/@]*@/, `//${maskedSecret}@`);
}
