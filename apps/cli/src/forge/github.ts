/** GitHub's comments on a pull request, which are those of an issue. */
import { commandWords } from '@plimsoll/wording/command-words';
import { z } from 'zod';
import type { EnvironmentVariables } from '../config.ts';
import { Fault } from '../result/fault.ts';
import { readGitHubEvent } from '../result/pipeline-tags.ts';
import { askForge, type ForgeAnswer, type ForgeQuestion } from './ask-forge.ts';
import type { Forge, ForgeComment } from './forge.ts';

const commentSchema = z.object({
  id: z.int(),
  body: z.string().nullish(),
  html_url: z.string(),
  user: z.object({ login: z.string(), type: z.string() }).nullable(),
});
const pullsSchema = z.array(z.object({ number: z.int(), head: z.object({ sha: z.string() }) }));

type Ask = (path: string, question?: Omit<ForgeQuestion, 'headers'>) => Promise<ForgeAnswer>;

/** `number`: as told; null: as GitHub's event tells it. Null where this job is for no pull request. */
export async function openGitHub(env: EnvironmentVariables, repository: string, number: number | null): Promise<Forge | null> {
  const { GITHUB_TOKEN: token, GITHUB_API_URL: api = 'https://api.github.com' } = env;
  if (!token) throw new Fault(commandWords.fault.noForgeToken({ name: 'GITHUB_TOKEN' }));
  const headers = { authorization: `Bearer ${token}`, accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' };
  const ask: Ask = (path, question = {}) => askForge(`${api}${path}`, { ...question, headers });
  const pull = number ?? (await findPull(env, repository, ask));
  if (pull === null) return null;
  // The token of a job is of an app, which has no account to ask for.
  const me = await ask('/user').then(
    ({ body }) => z.object({ login: z.string() }).parse(body).login,
    () => null,
  );
  const read = (body: unknown): ForgeComment => {
    const { id, body: text, html_url, user } = commentSchema.parse(body);
    return { id, body: text ?? '', link: html_url, isOurs: me === null ? user?.type === 'Bot' : user?.login === me };
  };
  return {
    async list(page) {
      const { body, headers: told } = await ask(`/repos/${repository}/issues/${pull}/comments?per_page=100&page=${page}`);
      return { comments: z.array(z.unknown()).parse(body).map(read), hasMore: /rel="next"/.test(told.get('link') ?? '') };
    },
    create: async (body) => read((await ask(`/repos/${repository}/issues/${pull}/comments`, { method: 'POST', body: { body } })).body),
    update: async (id, body) => read((await ask(`/repos/${repository}/issues/comments/${id}`, { method: 'PATCH', body: { body } })).body),
    remove: async (id) => void (await ask(`/repos/${repository}/issues/comments/${id}`, { method: 'DELETE' })),
  };
}

/**
 * Of this event. After a run of another workflow it is looked for by the commit that was measured there: for a fork GitHub's event names no
 * pull request, and what that workflow left behind is written by strangers.
 */
async function findPull(env: EnvironmentVariables, repository: string, ask: Ask): Promise<number | null> {
  const { pull_request: pull, workflow_run: before } = readGitHubEvent(env);
  if (pull?.number !== undefined) return pull.number;
  const owner = before?.head_repository?.owner?.login;
  if (!before?.head_sha || !before.head_branch || !owner) return null;
  const head = encodeURIComponent(`${owner}:${before.head_branch}`);
  const open = pullsSchema.parse((await ask(`/repos/${repository}/pulls?state=open&per_page=100&head=${head}`)).body);
  return open.find(({ head: { sha } }) => sha === before.head_sha)?.number ?? null;
}
