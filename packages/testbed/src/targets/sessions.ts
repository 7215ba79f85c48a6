/**
 * A shop that knows its customers: `POST /login` hands out a token, `GET /basket` wants it as a bearer token and names the
 * basket in its Location header, `PUT` on that place wants both and the password of the login. Each token goes each step
 * once, in order, by the user it was given to; anything else is refused.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import type { Socket } from 'node:net';
import { listen } from '../listen.ts';

export interface SessionTarget {
  readonly url: string;
  /** Requests that were answered well, by step. */
  readonly steps: Readonly<Record<'login' | 'basket' | 'pay', number>>;
  /** Users in the order of their logins. */
  readonly users: readonly string[];
  /** Why requests were refused. */
  readonly refusals: readonly string[];
  close(): Promise<void>;
}

interface Session {
  readonly user: string;
  step: 'login' | 'basket' | 'pay';
}

export async function startSessions({ http2 = false, delayMs = 0 } = {}): Promise<SessionTarget> {
  const sessions = new Map<string, Session>();
  const steps = { login: 0, basket: 0, pay: 0 };
  const users: string[] = [];
  const refusals: string[] = [];
  let handedOut = 0;

  const login = (body: string) => {
    const user = (JSON.parse(body) as { user: string }).user;
    const token = `t${++handedOut}-${Math.random().toString(36).slice(2)}`;
    sessions.set(token, { user, step: 'login' });
    users.push(user);
    steps.login++;
    return { status: 200, headers: {}, body: JSON.stringify({ session: { token } }) };
  };
  const refuse = (why: string) => {
    refusals.push(why);
    return { status: 403, headers: {}, body: why };
  };
  const handle = (method: string, path: string, authorization: string, userHeader: string, body: string) => {
    if (method === 'POST' && path === '/login') return login(body);
    const token = authorization.replace(/^Bearer /, '');
    const session = sessions.get(token);
    if (!session) return refuse(`${path}: no session "${token}"`);
    if (session.user !== userHeader) return refuse(`${path}: ${userHeader} with the token of ${session.user}`);
    if (method === 'GET' && path === '/basket' && session.step === 'login') {
      session.step = 'basket';
      steps.basket++;
      return { status: 200, headers: { location: `/basket/${token}` }, body: `<form><input name="csrf" value="c-${token}"></form>` };
    }
    if (method === 'PUT' && path === `/basket/${token}` && session.step === 'basket' && body === `csrf=c-${token}`) {
      session.step = 'pay';
      steps.pay++;
      return { status: 201, headers: {}, body: 'paid' };
    }
    return refuse(`${method} ${path} after ${session.step} with "${body}"`);
  };

  const take = (request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (piece: string) => {
      body += piece;
    });
    request.on('end', () => {
      const { authorization = '', 'x-user': user = '' } = request.headers;
      const answer = handle(request.method ?? '', request.url ?? '', authorization, String(user), body);
      setTimeout(() => response.writeHead(answer.status, answer.headers).end(answer.body), delayMs);
    });
  };
  const server = http2 ? (createHttp2Server(take as never) as never as Server) : createServer(take);
  server.on('connection', (socket: Socket) => socket.on('error', () => {}));
  const { url, close } = await listen(server);
  return {
    url: `${url}/`,
    steps,
    users,
    refusals,
    close,
  };
}
