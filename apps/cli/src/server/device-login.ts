/** A token that a person approves in a browser: the device flow. */
import { hostname, userInfo } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { isProblem } from '@plimsoll/client/api-problem';
import { openClient } from '@plimsoll/client/open-client';
import { deviceCodeSchema, deviceTokenSchema } from '@plimsoll/contracts/device-login';
import { api } from '@plimsoll/contracts/paths';
import { commandWords } from '@plimsoll/wording/command-words';
import { Fault } from '../result/fault.ts';
import { openPage } from '../terminal/open-page.ts';
import type { Screen } from '../terminal/screen.ts';
import { askAgain } from './ask-again.ts';

/** Throws a Fault where it is denied, or nobody decides in time. */
export async function approvedToken(
  url: string,
  { screen, signal }: { readonly screen: Screen; readonly signal: AbortSignal },
): Promise<string> {
  const client = openClient({ url, token: null });
  const asked = await client.request(api.deviceCode, deviceCodeSchema, { method: 'POST', body: { machine: machineName() } });
  screen.note(commandWords.login.approve({ url: asked.verificationUrl, code: asked.userCode }));
  openPage(asked.verificationUrlComplete);
  for (let waitSeconds = asked.intervalSeconds; ; ) {
    await sleep(waitSeconds * 1000, undefined, { signal });
    const answer = await askAgain(() =>
      client.request(api.deviceToken, deviceTokenSchema, { method: 'POST', body: { deviceCode: asked.deviceCode } }),
    ).catch((error: unknown) => {
      throw isProblem(error, 'not_found') ? new Fault(commandWords.login.late) : error;
    });
    if (answer.state === 'approved') return answer.token;
    if (answer.state === 'denied') throw new Fault(commandWords.login.denied);
    waitSeconds = answer.intervalSeconds;
  }
}

/** As people know it: who, and on which machine. */
function machineName(): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a name of a machine may hold anything.
  return `${userName()}@${hostname()}`.replace(/[\u0000-\u001f\u007f-\u009f]/g, '').slice(0, 100);
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container's user may have no name.
    return 'somebody';
  }
}
