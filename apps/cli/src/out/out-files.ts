/** The files that `--out` names, their kind by their name. */

import { existsSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname } from 'node:path';
import { commandWords } from '@plimsoll/wording/command-words';
import { environment } from '../config.ts';
import type { ExitReason } from '../result/exit-code.ts';
import { Fault } from '../result/fault.ts';
import type { Made } from '../result/made.ts';
import type { Screen } from '../terminal/screen.ts';
import { annotations } from './annotations.ts';
import { commentMarkdown } from './comment-markdown.ts';
import { junitXml } from './junit-xml.ts';
import { loadPerformance } from './load-performance.ts';
import { type Kind, kindOfExtension, kindsOf, nameOf } from './out-kinds.ts';

export interface OutFile {
  readonly file: string;
  readonly kind: Kind;
}

/** Throws a Fault for a name that tells no kind, or one that `of` is not written into. */
export function readOutFiles(files: readonly string[] = [], of: Made['kind'] = 'run', env = environment): OutFile[] {
  const named = files.map((file): OutFile => {
    const kind = kindOf(file);
    if (!kindsOf[of].includes(kind)) throw new Fault(commandWords.fault.otherKind({ file, kinds: kindsOf[of].map(nameOf).join(', ') }));
    if (kind !== 'github') refuseFolder(file);
    return { file, kind };
  });
  const annotated = env.GITHUB_ACTIONS === 'true' && named.every(({ kind }) => kind !== 'github');
  return annotated ? [...named, { file: 'github', kind: 'github' }] : named;
}

/** Throws a Fault for a file whose folder is not there: known before there is anything to write. */
export function refuseFolder(file: string): void {
  const folder = dirname(file);
  if (!existsSync(folder)) throw new Fault(commandWords.fault.noFolder({ file, folder }));
}

function kindOf(file: string): Kind {
  if (file === 'github') return 'github';
  const kind = kindOfExtension(extname(file).toLowerCase());
  if (!kind) throw new Fault(commandWords.fault.outKind({ file }));
  return kind === 'json' && /load-performance/i.test(basename(file)) ? 'gitlab' : kind;
}

/** All are written though one fails. A failure is thrown at the end where all else is fine: it hides no other exit code. */
export async function writeOutFiles(screen: Screen, files: readonly OutFile[], made: Made, reason: ExitReason): Promise<void> {
  let failed: unknown = null;
  for (const { file, kind } of files) {
    try {
      const text = await contentOf(kind, made, reason);
      if (kind === 'github') for (const line of text.split('\n').filter(Boolean)) screen.note(line);
      else {
        writeFileSync(file, text);
        screen.note(commandWords.result.wrote({ file }));
      }
    } catch (error) {
      failed ??= error;
      screen.note(error instanceof Error ? error.message : String(error));
    }
  }
  if (failed && reason === 'fine') throw new Fault('', 'usage');
}

async function contentOf(kind: Kind, made: Made, reason: ExitReason): Promise<string> {
  if (kind === 'junit') return junitXml(made);
  if (kind === 'comment') return commentMarkdown(made, reason);
  if (kind === 'github') return annotations(made, reason);
  if (made.kind === 'run') return kind === 'gitlab' ? loadPerformance(made.run) : made.file(kind);
  if (made.kind === 'comparison' && (kind === 'csv' || kind === 'html')) return made.file(kind);
  return `${JSON.stringify(tellMade(made), null, 1)}\n`;
}

/** What was made, as `--json` and its file tell it. */
export function tellMade(made: Made): object {
  if (made.kind === 'run') return { run: made.run };
  const { name, runs } = made;
  return made.kind === 'comparison' ? { name, power: made.power, result: made.result, runs } : { name, capacity: made.found, runs };
}
