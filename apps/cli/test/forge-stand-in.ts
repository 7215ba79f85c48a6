/** A stand-in of the comments of a pull request: GitHub's API, and GitLab's notes, over HTTP, with pages. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { startHttpTarget } from '@plimsoll/testbed/http-target';
import type { Listener } from '@plimsoll/testbed/listen';

export interface StoredComment {
  readonly id: number;
  body: string;
  readonly author: string;
}

export interface ForgeStandIn extends Listener {
  readonly comments: StoredComment[];
  /** Method and path of each request that changed something. */
  readonly changes: string[];
}

const bot = 'github-actions[bot]';
const robot = 7;

/** `comments` are there before, by others. Another token than `token` is refused. */
export async function startForge(token: string, comments: readonly string[]): Promise<ForgeStandIn> {
  const stored: StoredComment[] = comments.map((body, at) => ({ id: at + 1, body, author: 'somebody' }));
  const changes: string[] = [];
  let next = stored.length + 1;

  const shown = (github: boolean, { id, body, author }: StoredComment) =>
    github
      ? { id, body, html_url: `https://forge.example/pull/12#${id}`, user: { login: author, type: author === bot ? 'Bot' : 'User' } }
      : { id, body, system: false, author: { id: author === bot ? robot : 1 } };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://forge');
    const github = !url.pathname.startsWith('/api/v4');
    const say = (status: number, body: unknown, headers: Record<string, string> = {}) =>
      void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body === null ? '' : JSON.stringify(body));
    const known = github ? request.headers.authorization === `Bearer ${token}` : request.headers['private-token'] === token;
    if (!known) return say(401, { message: 'Bad credentials' });
    // The token of a job is no person's.
    if (url.pathname === '/user') return say(403, { message: 'Resource not accessible by integration' });
    if (url.pathname === '/api/v4/user') return say(200, { id: robot });
    if (url.pathname === '/repos/o/r/pulls')
      return say(200, url.searchParams.get('head') === 'stranger:topic' ? [{ number: 12, head: { sha: 'f0f0' } }] : []);
    const list = github ? '/repos/o/r/issues/12/comments' : '/api/v4/projects/42/merge_requests/12/notes';
    const one = github ? '/repos/o/r/issues/comments/' : `${list}/`;
    if (request.method === 'GET' && url.pathname === list) {
      const [size, page] = [Number(url.searchParams.get('per_page')), Number(url.searchParams.get('page'))];
      const items = stored.slice((page - 1) * size, page * size).map((comment) => shown(github, comment));
      const more = page * size < stored.length;
      const link = more ? { link: `<http://forge${list}?page=${page + 1}>; rel="next"` } : {};
      return say(200, items, github ? link : { 'x-next-page': more ? String(page + 1) : '' });
    }
    changes.push(`${request.method} ${url.pathname}`);
    if (request.method === 'DELETE') {
      stored.splice(
        stored.findIndex(({ id }) => String(id) === url.pathname.slice(one.length)),
        1,
      );
      return say(204, null);
    }
    const { body } = (await json(request)) as { body: string };
    if (request.method === 'POST' && url.pathname === list) {
      const made = { id: next++, body, author: bot };
      stored.push(made);
      return say(201, shown(github, made));
    }
    const found = stored.find(({ id }) => url.pathname === `${one}${id}`);
    if (!found || request.method !== (github ? 'PATCH' : 'PUT')) return say(404, { message: 'Not Found' });
    found.body = body;
    say(200, shown(github, found));
  }

  const server = await startHttpTarget((request, response) => void answer(request, response));
  return { ...server, comments: stored, changes };
}
