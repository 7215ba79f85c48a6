/** `plimsoll open`: the page of a run, a plan, a comparison or an experiment. */

import { isProblem } from '@plimsoll/client/api-problem';
import { api } from '@plimsoll/contracts/paths';
import { runIdSchema } from '@plimsoll/contracts/run';
import { commandWords } from '@plimsoll/wording/command-words';
import { environment } from '../config.ts';
import type { ExitReason } from '../result/exit-code.ts';
import { Fault } from '../result/fault.ts';
import { askAgain } from '../server/ask-again.ts';
import { findServer, serverUrl } from '../server/known-server.ts';
import { readLogin } from '../server/login-file.ts';
import { openPage } from '../terminal/open-page.ts';
import type { Context } from './context.ts';

/** Prints the page's address, and opens it where there is a browser. */
export async function open(context: Context, what: string | undefined): Promise<ExitReason> {
  const link = await findPage(context, what?.replace(/^#/, ''));
  context.screen.say(link);
  openPage(link);
  return 'fine';
}

function knownAddress({ server }: Context): string {
  const named = server ?? environment.PLIMSOLL_URL ?? readLogin(environment)?.url;
  if (!named) throw new Fault(commandWords.fault.noServer);
  return serverUrl(named);
}

/** In this order an id is looked for. */
const kinds = [
  { page: 'runs', path: api.run },
  { page: 'experiments', path: api.experiment },
  { page: 'plans', path: api.plan },
  { page: 'comparisons', path: api.storedComparison },
] as const;

/** A number is that of a run; an id tells no kind, so the server is asked what it is. */
async function findPage(context: Context, what: string | undefined): Promise<string> {
  if (what === undefined) return `${knownAddress(context)}/`;
  if (/^\d+$/.test(what)) return `${knownAddress(context)}/runs/${what}`;
  if (!runIdSchema.safeParse(what).success) throw new Fault(commandWords.fault.notPage({ text: what }));
  const { url, client } = findServer(context.server);
  for (const { page, path } of kinds) {
    const known = await askAgain(() => client.answer(path(what))).then(
      () => true,
      (error: unknown) => {
        if (isProblem(error, 'not_found')) return false;
        throw error;
      },
    );
    if (known) return `${url}/${page}/${what}`;
  }
  throw new Fault(commandWords.fault.nothingOfId({ id: what }));
}
