/** The files that `--out` names, their kind by their name. */

import { writeFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
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

const kinds = { '.json': 'json', '.xml': 'junit', '.md': 'comment', '.csv': 'csv', '.html': 'html', '.hlog': 'hlog' } as const;
type Kind = (typeof kinds)[keyof typeof kinds] | 'gitlab' | 'github';

export interface OutFile {
  readonly file: string;
  readonly kind: Kind;
}

/** Throws a Fault for a name that tells no kind, before any load is made. */
export function readOutFiles(files: readonly string[] = [], env = environment): OutFile[] {
  const named = files.map((file): OutFile => {
    if (file === 'github') return { file, kind: 'github' };
    const kind = kinds[extname(file).toLowerCase() as keyof typeof kinds];
    if (!kind) throw new Fault(commandWords.fault.outKind({ file }));
    return { file, kind: kind === 'json' && /load-performance/i.test(basename(file)) ? 'gitlab' : kind };
  });
  const annotated = env.GITHUB_ACTIONS === 'true' && named.every(({ kind }) => kind !== 'github');
  return annotated ? [...named, { file: 'github', kind: 'github' }] : named;
}

/** All are written though one fails; the first failure is thrown at the end. */
export async function writeOutFiles(screen: Screen, files: readonly OutFile[], made: Made, reason: ExitReason): Promise<void> {
  let failed: unknown = null;
  for (const { file, kind } of files) {
    try {
      const text = await contentOf(kind, file, made, reason);
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
  if (failed) throw new Fault('', 'usage');
}

async function contentOf(kind: Kind, file: string, made: Made, reason: ExitReason): Promise<string> {
  if (kind === 'junit') return junitXml(made);
  if (kind === 'comment') return commentMarkdown(made, reason);
  if (kind === 'github') return annotations(made, reason);
  if (made.kind === 'run') return kind === 'gitlab' ? loadPerformance(made.run) : made.file(kind);
  if (kind === 'json') return `${JSON.stringify({ name: made.name, power: made.power, result: made.result, runs: made.runs }, null, 1)}\n`;
  if (kind === 'csv' || kind === 'html') return made.file(kind);
  throw new Fault(commandWords.fault.notOfComparison({ file }));
}
