/** `plimsoll import` and `plimsoll export`: runs from files, runs into files. */
import { closeSync, openAsBlob, openSync, statSync, writeFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { api, type RunFileFormat, runFileFormats } from '@plimsoll/contracts/paths';
import { planSchema } from '@plimsoll/contracts/plan';
import { planToYaml } from '@plimsoll/contracts/plan-yaml';
import { runSchema } from '@plimsoll/contracts/run';
import { importCommand } from '@plimsoll/import/import-command';
import { commandWords } from '@plimsoll/wording/command-words';
import { runSentence } from '@plimsoll/wording/run-sentence';
import { refuseFolder } from '../out/out-files.ts';
import type { ExitReason } from '../result/exit-code.ts';
import { Fault } from '../result/fault.ts';
import { unreadable } from '../result/read-plan.ts';
import { refuseBy } from '../result/refuse-by.ts';
import { askAgain } from '../server/ask-again.ts';
import { findRun } from '../server/find-run.ts';
import { findServer } from '../server/known-server.ts';
import type { Context } from './context.ts';
import { plannedLoad } from './planned-load.ts';

export interface ImportOptions {
  readonly command?: string;
  readonly name?: string;
  readonly url?: string;
}

export async function importFile(context: Context, file: string | undefined, options: ImportOptions): Promise<ExitReason> {
  const { screen, onObject } = context;
  if (options.command !== undefined) return printPlan(context, options.command, options);
  if (file === undefined) throw new Fault(commandWords.fault.importOfNothing);
  try {
    closeSync(openSync(file, 'r'));
    if (statSync(file).isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
  } catch (error) {
    throw unreadable(file, error);
  }
  const server = findServer(context.server);
  const { name, url } = options;
  const query = new URLSearchParams({ file: basename(file).slice(0, 255), ...(name ? { name } : {}), ...(url ? { url } : {}) });
  const run = await server.client.request(`${api.imports}?${query}`, runSchema, { method: 'POST', file: await openAsBlob(file) });
  const link = `${server.url}/runs/${run.number ?? run.id}`;
  if (onObject) onObject({ event: 'end', exit: { code: 0, reason: 'fine' }, run, link });
  else for (const line of [`${run.plan.name}: ${runSentence(run)}`, link]) screen.say(line);
  return 'fine';
}

/** On standard output the plan; on standard error what has no place in it, and what the tool does otherwise. */
function printPlan({ screen, onObject }: Context, text: string, { name, url }: ImportOptions): ExitReason {
  const imported = importCommand({ text, url });
  const plan = name === undefined ? imported.plan : refuseBy(planSchema, { ...imported.plan, name });
  const { named, unmapped, notes } = imported;
  if (onObject) onObject({ event: 'end', exit: { code: 0, reason: 'fine' }, ...imported, plan });
  else screen.say(planToYaml(plan).trimEnd());
  for (const { flag, value, why } of unmapped) screen.note(`${value === null ? flag : `${flag} ${value}`}: ${why}`);
  for (const note of notes) screen.note(note);
  if (!named.load) screen.note(commandWords.result.loadOfNobody({ load: plannedLoad(plan) }));
  return 'fine';
}

export async function exportRun(
  context: Context,
  run: string,
  { format, output }: { readonly format?: string; readonly output?: string },
): Promise<ExitReason> {
  const named = format ?? (output ? extname(output).slice(1) : 'json');
  const known = runFileFormats.find((one) => one === named);
  if (!known) throw new Fault(commandWords.fault.fileFormat({ format: named, known: runFileFormats.join(', ') }));
  if (output !== undefined) refuseFolder(output);
  const server = findServer(context.server);
  const { id } = await findRun(server, run, context.screen);
  const text = await askAgain(() => server.client.text(api.exported(id, known satisfies RunFileFormat)));
  if (output === undefined) process.stdout.write(text);
  else {
    writeFileSync(output, text);
    context.screen.note(commandWords.result.wrote({ file: output }));
  }
  return 'fine';
}
