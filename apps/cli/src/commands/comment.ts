/** `plimsoll comment`: a Markdown file as the one comment on this pull request. */
import { commandWords } from '@plimsoll/wording/command-words';
import { environment } from '../config.ts';
import { openGitHub } from '../forge/github.ts';
import { openGitLab } from '../forge/gitlab.ts';
import { markComment, putComment, withoutLinks } from '../forge/sticky-comment.ts';
import type { ExitReason } from '../result/exit-code.ts';
import { Fault } from '../result/fault.ts';
import { readText } from '../result/read-plan.ts';
import type { Context } from './context.ts';

export interface CommentOptions {
  readonly name?: string;
  readonly pullRequest?: string;
}

const namePattern = /^[\w. -]{1,50}$/;

export async function comment({ screen, onObject }: Context, file: string, { name, pullRequest }: CommentOptions): Promise<ExitReason> {
  if (name !== undefined && !namePattern.test(name)) throw new Fault(commandWords.fault.commentName({ text: name }));
  // Measured by another workflow, which is how pull requests of forks are: whoever opened one can write the file.
  const text = environment.GITHUB_EVENT_NAME === 'workflow_run' ? withoutLinks(readText(file)) : readText(file);
  const marked = markComment(text, name);
  const number = pullRequest === undefined ? null : readNumber(pullRequest);
  const { GITHUB_REPOSITORY: repository, CI_PROJECT_ID: project } = environment;
  if (!repository && !project) throw new Fault(commandWords.fault.noForge);
  const forge = repository ? await openGitHub(environment, repository, number) : await openGitLab(environment, project ?? '', number);
  if (!forge) {
    screen.note(commandWords.result.noPullRequest);
    return 'fine';
  }
  const { link } = await putComment(forge, marked);
  if (onObject) onObject({ event: 'end', exit: { code: 0, reason: 'fine' }, link });
  else screen.say(link);
  return 'fine';
}

function readNumber(text: string): number {
  const number = Number(text.replace(/^[#!]/, ''));
  if (!Number.isInteger(number) || number < 1) throw new Fault(commandWords.fault.number({ option: '--pull-request', text }));
  return number;
}
