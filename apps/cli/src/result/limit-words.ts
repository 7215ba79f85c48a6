import { type Connection, sendingClient } from '@plimsoll/contracts/connection';
import { commandWords } from '@plimsoll/wording/command-words';
import { runLimitWords } from '@plimsoll/wording/en/names';
import type { LimitWords } from '@plimsoll/wording/names';

/** What a run that was made here can do about its limits. */
export function limitWordsHere({ connection }: { readonly connection: Connection }): LimitWords {
  const { generator, undici, wire } = commandWords.ownLimit;
  return { ...runLimitWords, generator, client: sendingClient(connection) === 'wire' ? wire : undici };
}
