/** Asking the API in a test: one request as somebody, without a socket. */
import type { Problem } from '@plimsoll/contracts/problem';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { expect } from 'vitest';

export interface Answer<Body = unknown> {
  readonly status: number;
  readonly body: Body;
  readonly text: string;
  readonly headers: Record<string, string | string[] | number | undefined>;
}

/** Sends one request as somebody. */
export type Ask = <Body = unknown>(
  method: InjectOptions['method'] & string,
  url: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer<Body>>;

/** Asks this app with these headers. */
export function makeAsk(app: FastifyInstance, credentials: Record<string, string>): Ask {
  return async (method, url, body, headers = {}) => {
    const json = body !== undefined && headers['content-type'] === undefined ? { 'content-type': 'application/json' } : {};
    const payload = body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) };
    const answer = await app.inject({ method, url, ...payload, headers: { ...json, ...credentials, ...headers } } as InjectOptions);
    const type = String(answer.headers['content-type'] ?? '');
    return {
      status: answer.statusCode,
      body: (/json\b/.test(type) && answer.body !== '' ? JSON.parse(answer.body) : null) as never,
      text: answer.body,
      headers: answer.headers,
    };
  };
}

export function readCookie(answer: Answer): string {
  return [answer.headers['set-cookie'] ?? []]
    .flat()
    .map((line) => String(line).split(';')[0])
    .join('; ');
}

export function problemIn(answer: Answer): Problem {
  expect(answer.headers['content-type']).toContain('application/problem+json');
  return answer.body as Problem;
}
