/** The one way to the API: JSON in, JSON out, every answer parsed with the contracts' schema, every refusal an {@link ApiProblem}. */
import { parseKnown } from '@plimsoll/contracts/known-keys';
import type { z } from 'zod';
import { ApiProblem, readProblem, unreachable } from './api-problem.ts';

/** A server and who asks it. A page asks its own, and is known by its cookie. */
export interface Server {
  /** `https://plimsoll.example`, without a slash at its end. */
  readonly url: string;
  readonly token: string | null;
  /** W3C's `traceparent` of who asks: what a POST starts goes on in that trace. */
  readonly traceParent?: string | undefined;
  /** Takes requests in place of the network: a server that asks itself. */
  readonly ask?: (url: string, request: RequestInit) => Promise<Response>;
}

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly body?: unknown;
  /** CSV, in place of a body. */
  readonly table?: string;
  /** A file as it is, in place of a body. */
  readonly file?: Blob;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** A status of 400 or above whose answer is what was asked for all the same. */
  readonly answersWith?: number;
}

export interface Client {
  /** Sends and parses. */
  request<S extends z.ZodType>(path: string, schema: S, options?: RequestOptions): Promise<z.output<S>>;
  /** Sends, for whoever knows without a schema what comes: a page that does without schemas. */
  answer(path: string, options?: RequestOptions): Promise<unknown>;
  /** Sends where no answer matters. */
  command(path: string, options: RequestOptions): Promise<void>;
  /** The answer as text: a file. */
  text(path: string, options?: RequestOptions): Promise<string>;
}

/** `failed` hears of each refusal and of each answer that did not come. */
export function openClient(server: Server | null = null, failed?: (problem: ApiProblem, path: string) => void): Client {
  const sent = async (path: string, options: RequestOptions) => {
    try {
      return await send(server, path, options);
    } catch (error) {
      if (error instanceof ApiProblem) failed?.(error, path);
      throw error;
    }
  };
  const answer = async (path: string, options: RequestOptions = {}): Promise<unknown> => (await sent(path, options)).json();
  return {
    answer,
    // The server may have been brought to a newer version since this was built.
    request: async (path, schema, options) => parseKnown(schema, await answer(path, options)),
    async command(path, options) {
      await sent(path, options);
    },
    text: async (path, options = {}) => (await sent(path, options)).text(),
  };
}

async function send(server: Server | null, path: string, options: RequestOptions): Promise<Response> {
  const { method = 'GET', body, table, file, headers, signal, answersWith } = options;
  const type = file ? 'application/octet-stream' : table !== undefined ? 'text/csv' : body === undefined ? null : 'application/json';
  let response: Response;
  try {
    response = await (server?.ask ?? fetch)(`${server?.url ?? ''}${path}`, {
      method,
      credentials: 'same-origin',
      // A removal goes on after its page is left.
      keepalive: method === 'DELETE',
      headers: {
        accept: 'application/json',
        ...(type === null ? {} : { 'content-type': type }),
        ...(server?.token ? { authorization: `Bearer ${server.token}` } : {}),
        ...(server?.traceParent && method === 'POST' ? { traceparent: server.traceParent } : {}),
        ...headers,
      },
      ...(type === null ? {} : { body: file ?? table ?? JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiProblem(unreachable(), server?.url);
  }
  if (!response.ok && !(response.status === answersWith && isJson(response))) throw new ApiProblem(await readProblem(response));
  return response;
}

/** The API answers with JSON: a proxy that finds it away answers with a page. */
function isJson({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('application/json') ?? false;
}
