/** What a pipeline reads where nothing could be measured: a test that failed and a comment that says so, in place of those of an earlier run. */
import { writeFileSync } from 'node:fs';
import { markdownBlocks, plainMarkdown } from '@plimsoll/pages/markdown';
import { commandWords } from '@plimsoll/wording/command-words';
import { exitCodes } from '../result/exit-code.ts';
import { type ErrorRead, readError } from '../result/read-error.ts';
import { commentMark, commentTitle, nobodyMentioned } from './comment-markdown.ts';
import { junitOf } from './junit-xml.ts';
import type { OutFile } from './out-files.ts';

export async function orFaultFiles<Answer>(files: readonly OutFile[], measure: () => Promise<Answer>): Promise<Answer> {
  try {
    return await measure();
  } catch (error) {
    const read = readError(error);
    for (const { file, kind } of files) {
      if (kind === 'junit') writeFileSync(file, junitOf([{ suite: 'Plimsoll', name: commandWords.check.ran, failure: sentenceOf(read) }]));
      if (kind === 'comment') writeFileSync(file, commentOf(read));
    }
    throw error;
  }
}

/** The first line alone: what services printed is for the log, which not everybody reads who reads a comment. */
function sentenceOf({ reason, message }: ErrorRead): string {
  const { [reason]: code } = exitCodes;
  return [message.split('\n', 1)[0], commandWords.result.exit({ code, reason: commandWords.exit[reason] })].filter(Boolean).join(' ');
}

function commentOf(read: ErrorRead): string {
  const text = nobodyMentioned(plainMarkdown(sentenceOf(read)));
  return `${markdownBlocks([`${commentMark}\n${commentTitle}`, `**${commandWords.comment.notMeasured}** ${text}`])}\n`;
}
