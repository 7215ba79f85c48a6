/** `plimsoll login`: an address and a token, approved in a browser or given, tried and stored. */

import { text } from 'node:stream/consumers';
import { openClient } from '@plimsoll/client/open-client';
import { api } from '@plimsoll/contracts/paths';
import { runListSchema } from '@plimsoll/contracts/run-list';
import { commandWords } from '@plimsoll/wording/command-words';
import { environment } from '../config.ts';
import type { ExitReason } from '../result/exit-code.ts';
import { Fault } from '../result/fault.ts';
import { approvedToken } from '../server/device-login.ts';
import { givenToken } from '../server/given-token.ts';
import { serverUrl } from '../server/known-server.ts';
import { readLogin, writeLogin } from '../server/login-file.ts';
import { askHidden } from '../terminal/ask-hidden.ts';
import type { Context } from './context.ts';

export interface LoginOptions {
  readonly tokenStdin?: boolean;
  readonly typed?: boolean;
  readonly browser?: boolean;
}

/** The token is one that a person approves in a browser; or it comes from PLIMSOLL_TOKEN or its file, from standard input, or is asked for: never from an argument, which every process can read. */
export async function login({ screen, server, stop }: Context, address: string | undefined, options: LoginOptions): Promise<ExitReason> {
  const named = address ?? server ?? environment.PLIMSOLL_URL ?? readLogin(environment)?.url;
  if (!named) throw new Fault(commandWords.fault.noServer);
  const url = serverUrl(named);
  const token = ((await readToken(options)) ?? (await approvedToken(url, { screen, signal: stop }))).trim();
  if (token === '') throw new Fault(commandWords.fault.noToken({ server: url }));
  // A token that the server does not take is not stored.
  await openClient({ url, token }).request(`${api.runs}?limit=1`, runListSchema);
  screen.note(commandWords.result.loggedIn({ file: writeLogin(environment, { url, token }) }));
  return 'fine';
}

/** Null: a browser is asked. */
async function readToken({ tokenStdin = false, typed = false, browser = false }: LoginOptions): Promise<string | null> {
  if (tokenStdin) return text(process.stdin);
  if (browser) return null;
  if (typed) return askHidden(commandWords.result.token);
  return givenToken(environment) || (process.stdin.isTTY ? null : text(process.stdin));
}
