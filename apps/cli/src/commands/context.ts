/** Everything that a command has around it. */
import { commandWords } from '@plimsoll/wording/command-words';
import { formatShare } from '@plimsoll/wording/share';
import { type OutFile, readOutFiles, tellMade, writeOutFiles } from '../out/out-files.ts';
import { type ExitReason, exitCodes } from '../result/exit-code.ts';
import type { Made } from '../result/made.ts';
import { unjudgedFailures } from '../result/unjudged-failures.ts';
import { printCapacity } from '../terminal/print-capacity.ts';
import { printComparison } from '../terminal/print-comparison.ts';
import { printRun } from '../terminal/print-run.ts';
import type { Screen } from '../terminal/screen.ts';
import { wrapped } from '../terminal/table.ts';

export interface GlobalOptions {
  readonly server?: string;
  readonly json?: boolean;
}

export interface Context {
  readonly screen: Screen;
  readonly server: string | undefined;
  /** Writes an object as a line of standard output; null: people read it. */
  readonly onObject: ((object: object) => void) | null;
  /** Aborts at the first Ctrl-C. */
  readonly stop: AbortSignal;
}

export interface FinishOptions {
  readonly out?: readonly string[];
}

/** Throws a Fault for a file that such a thing is not written into, before any load is made. */
export function readFiles({ out }: FinishOptions, of: Made['kind']): OutFile[] {
  return readOutFiles(out, of);
}

/** Shows what was made whole, whatever its verdict, and writes its files. Answers the reason of the exit code. */
export async function finish(
  { screen, onObject }: Context,
  made: Made,
  reason: ExitReason,
  files: readonly OutFile[],
): Promise<ExitReason> {
  const { [reason]: code } = exitCodes;
  const exit = { code, reason };
  if (onObject) {
    onObject({ event: 'end', exit, link: made.link, ...tellMade(made) });
  } else {
    if (made.kind === 'run') printRun(screen, made);
    else if (made.kind === 'comparison') printComparison(screen, made);
    else printCapacity(screen, made);
    if (made.link) {
      screen.say('');
      screen.say(made.link);
    }
  }
  await writeOutFiles(screen, files, made, reason);
  if (!onObject) sayExit(screen, made, reason);
  return reason;
}

function sayExit({ columns, note, paint }: Screen, made: Made, reason: ExitReason): void {
  const { [reason]: code } = exitCodes;
  if (code !== 0) note(paint(commandWords.result.exit({ code, reason: commandWords.exit[reason] }), 'bad'));
  const failed = code === 0 && made.kind === 'run' ? unjudgedFailures(made.run) : null;
  if (failed === null) return;
  for (const line of wrapped(commandWords.result.failedUnjudged({ share: formatShare(failed) }), columns)) note(paint(line, 'warn'));
}
