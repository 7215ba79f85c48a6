/** A run of the server by what people call it. */
import { api } from '@plimsoll/contracts/paths';
import { type Run, runIdSchema, runSchema } from '@plimsoll/contracts/run';
import { commandWords } from '@plimsoll/wording/command-words';
import { Fault } from '../result/fault.ts';
import type { Screen } from '../terminal/screen.ts';
import { askAgain } from './ask-again.ts';
import type { KnownServer } from './known-server.ts';

/** `named`: its number, with or without `#`, or its id. Throws a Fault for anything else, such as a file. */
export function findRun({ client }: KnownServer, named: string, screen: Pick<Screen, 'note'>): Promise<Run> {
  const name = named.trim().replace(/^#/, '');
  if (!/^\d+$/.test(name) && !runIdSchema.safeParse(name).success) throw new Fault(commandWords.fault.notRun({ text: named }));
  return askAgain(() => client.request(api.run(name), runSchema), screen.note);
}
