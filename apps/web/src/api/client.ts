/** The API of the server that this page came from. */
import type { ApiProblem } from '@plimsoll/client/api-problem';
import { openClient } from '@plimsoll/client/open-client';
import { api } from '@plimsoll/contracts/paths';
import { isSilence, untilReached } from './reach.ts';

let hear = (_problem: ApiProblem): void => undefined;

/** Hears of every refusal; that of the session alone is no news. */
export function onRefusal(listener: typeof hear): void {
  hear = listener;
}

export const { request, command, answer } = openClient(null, (refusal, path) => {
  const { status } = refusal.problem;
  if (status === 0 || isSilence(status)) void untilReached();
  if (path !== api.session) hear(refusal);
});
