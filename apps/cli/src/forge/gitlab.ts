/** GitLab's notes on a merge request. */
import { commandWords } from '@plimsoll/wording/command-words';
import { z } from 'zod';
import type { EnvironmentVariables } from '../config.ts';
import { Fault } from '../result/fault.ts';
import { askForge, type ForgeAnswer, type ForgeQuestion } from './ask-forge.ts';
import type { Forge, ForgeComment } from './forge.ts';

const noteSchema = z.object({ id: z.int(), body: z.string(), system: z.boolean().default(false), author: z.object({ id: z.int() }) });

/** `number`: as told; null: as the pipeline tells it. Null where this job is for no merge request. */
export async function openGitLab(env: EnvironmentVariables, project: string, number: number | null): Promise<Forge | null> {
  const { GITLAB_TOKEN: token, CI_API_V4_URL: api = 'https://gitlab.com/api/v4' } = env;
  const told = Number(env.CI_MERGE_REQUEST_IID);
  const merge = number ?? (Number.isInteger(told) && told > 0 ? told : null);
  if (merge === null) return null;
  // The token of a job may not write notes.
  if (!token) throw new Fault(commandWords.fault.noForgeToken({ name: 'GITLAB_TOKEN' }));
  const ask = (path: string, question: Omit<ForgeQuestion, 'headers'> = {}): Promise<ForgeAnswer> =>
    askForge(`${api}${path}`, { ...question, headers: { 'private-token': token } });
  const me = z.object({ id: z.int() }).parse((await ask('/user')).body).id;
  const notes = `/projects/${encodeURIComponent(project)}/merge_requests/${merge}/notes`;
  const page = `${env.CI_PROJECT_URL ?? ''}/-/merge_requests/${merge}`;
  const read = (given: unknown): ForgeComment => {
    const { id, body, system, author } = noteSchema.parse(given);
    return { id, body, isOurs: !system && author.id === me, link: `${page}#note_${id}` };
  };
  return {
    async list(at) {
      const { body, headers } = await ask(`${notes}?sort=asc&order_by=created_at&per_page=100&page=${at}`);
      return { comments: z.array(z.unknown()).parse(body).map(read), hasMore: (headers.get('x-next-page') ?? '') !== '' };
    },
    create: async (body) => read((await ask(notes, { method: 'POST', body: { body } })).body),
    update: async (id, body) => read((await ask(`${notes}/${id}`, { method: 'PUT', body: { body } })).body),
    remove: async (id) => void (await ask(`${notes}/${id}`, { method: 'DELETE' })),
  };
}
