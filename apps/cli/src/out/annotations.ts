/** GitHub's workflow commands: an error or a warning on the pull request for each check that did not pass. */

import { commandWords } from '@plimsoll/wording/command-words';
import { type ExitReason, exitCodes } from '../result/exit-code.ts';
import type { Made } from '../result/made.ts';
import { listChecks } from './checks.ts';

const escapedValue = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const escapedName = (text: string) => escapedValue(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

export function annotations(made: Made, reason: ExitReason): string {
  const lines = listChecks(made).flatMap(({ suite, name, failure, skipped }) => {
    const title = escapedName(`${suite}: ${name}`);
    if (failure !== null) return [`::error title=${title}::${escapedValue(failure)}`];
    return skipped === undefined ? [] : [`::warning title=${title}::${escapedValue(skipped)}`];
  });
  const { [reason]: code } = exitCodes;
  const closing =
    code === 0 ? [] : [`::error title=Plimsoll::${escapedValue(commandWords.result.exit({ code, reason: commandWords.exit[reason] }))}`];
  return [...lines, ...closing].join('\n');
}
