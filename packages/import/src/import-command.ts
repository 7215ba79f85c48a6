/** A command line of another load generator, a k6 script or a config of ghz, as a plan. */
import type { ImportCommand, ImportedCommand, ImportTool, Unmapped } from '@plimsoll/contracts/imported-command';
import { refusal } from '@plimsoll/contracts/refusal';
import { importedWords } from '@plimsoll/wording/en/import';
import { finishDraft } from './command/draft.ts';
import { listUnmapped } from './command/read-flags.ts';
import { readShellCommand } from './command/shell-command.ts';
import type { ToolReader } from './command/tool-reader.ts';
import { readGhzToml } from './ghz/ghz-config.ts';
import { ImportError } from './import-error.ts';
import { readK6Command } from './script/k6-command.ts';
import { isScript, readK6Script } from './script/k6-script.ts';
import { readAb } from './tools/ab.ts';
import { readAiperf } from './tools/aiperf.ts';
import { readAutocannon } from './tools/autocannon.ts';
import { readCurl } from './tools/curl.ts';
import { readFortio } from './tools/fortio.ts';
import { readGhz, readGhzConfig } from './tools/ghz.ts';
import { readHey } from './tools/hey.ts';
import { readNighthawk } from './tools/nighthawk.ts';
import { readOha } from './tools/oha.ts';
import { readVegeta } from './tools/vegeta.ts';
import { readWrk } from './tools/wrk.ts';

const readers: Readonly<Record<ImportTool, ToolReader>> = {
  curl: readCurl,
  ab: readAb,
  wrk: readWrk,
  hey: readHey,
  oha: readOha,
  autocannon: readAutocannon,
  nighthawk_client: readNighthawk,
  vegeta: readVegeta,
  fortio: readFortio,
  ghz: readGhz,
  aiperf: readAiperf,
  'genai-perf': readAiperf,
  k6: readK6Command,
};

/**
 * The plan with every flag that has no place in it, and the sums that were made. Nothing of the text is run. Secrets of the command stand in
 * the plan in the open, as in a plan that was typed. Throws ImportError where it makes no plan that could be run.
 */
export function importCommand({ text, url }: ImportCommand): ImportedCommand {
  if (text.trim() === '') throw new ImportError(refusal('command_missing'));
  if (isScript(text)) return finishDraft(readK6Script(text, url));
  const toml = readGhzToml(text);
  if (toml) return finishDraft(readGhzConfig(toml, url));
  const command = readShellCommand(text);
  const draft = readers[command.tool](command, url);
  const variables = command.variables.length > 0 ? [importedWords.note.variables({ names: command.variables.join(', ') })] : [];
  return finishDraft({
    ...draft,
    unmapped: [...draft.unmapped, ...command.around.map(listAround)],
    notes: [...variables, ...draft.notes],
  });
}

/** `TOKEN=…` has a value, which may be a secret. */
function listAround(word: string): Unmapped {
  const [, name, value] = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(word) ?? [];
  return name === undefined ? listUnmapped(word, null, 'shell') : listUnmapped(name, value ?? '', 'shell');
}
