/** `plimsoll login`: an address and a token, tried and stored; and `plimsoll open`, which needs the address. */

import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { openClient } from '@plimsoll/client/open-client';
import { api } from '@plimsoll/contracts/paths';
import { runListSchema } from '@plimsoll/contracts/run-list';
import { commandWords } from '@plimsoll/wording/command-words';
import { environment } from '../config.ts';
import type { ExitReason } from '../result/exit-code.ts';
import { Fault } from '../result/fault.ts';
import { serverUrl } from '../server/known-server.ts';
import { readLogin, writeLogin } from '../server/login-file.ts';
import { askHidden } from '../terminal/ask-hidden.ts';
import type { Context } from './context.ts';

/** The token comes from PLIMSOLL_TOKEN, from standard input, or is asked for: never from an argument, which every process can read. */
export async function login(
  { screen, server }: Context,
  address: string | undefined,
  options: { readonly tokenStdin?: boolean },
): Promise<ExitReason> {
  const named = address ?? server ?? environment.PLIMSOLL_URL ?? readLogin(environment)?.url;
  if (!named) throw new Fault(commandWords.fault.noServer);
  const url = serverUrl(named);
  const token = (await readToken(options.tokenStdin ?? false)).trim();
  if (token === '') throw new Fault(commandWords.fault.noToken({ server: url }));
  // A token that the server does not take is not stored.
  await openClient({ url, token }).request(`${api.runs}?limit=1`, runListSchema);
  screen.note(commandWords.result.loggedIn({ file: writeLogin(environment, { url, token }) }));
  return 'fine';
}

async function readToken(fromStdin: boolean): Promise<string> {
  if (fromStdin) return text(process.stdin);
  return environment.PLIMSOLL_TOKEN || (process.stdin.isTTY ? askHidden(commandWords.result.token) : text(process.stdin));
}

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Prints the page's address, and opens it where there is a browser. */
export function open({ screen, server }: Context, what: string | undefined): ExitReason {
  const named = server ?? environment.PLIMSOLL_URL ?? readLogin(environment)?.url;
  if (!named) throw new Fault(commandWords.fault.noServer);
  const link = `${serverUrl(named)}${what === undefined ? '/' : `/runs/${encodeURIComponent(what.replace(/^#/, ''))}`}`;
  screen.say(link);
  if (!process.stdout.isTTY) return 'fine';
  const [command, ...rest] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...rest, link], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
  return 'fine';
}
