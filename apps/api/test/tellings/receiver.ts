/** A receiver of messages on loopback: it keeps what it is sent and answers as a test says, at `/dead` never. */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { startHttpTarget } from '@plimsoll/testbed/http-target';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** The next request is answered so, each further one by the next; then all are taken. */
  next(...answers: ((response: ServerResponse, path: string) => void)[]): void;
  /** Nothing that was to be answered is. */
  forget(): void;
  close(): Promise<void>;
}

export const answer =
  (status: number, headers: Record<string, string> = {}, body = '') =>
  (response: ServerResponse): void => {
    response.writeHead(status, headers).end(body);
  };

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const answers: ((response: ServerResponse, path: string) => void)[] = [];
  const { url, close } = await startHttpTarget((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (piece: string) => {
      body += piece;
    });
    request.on('end', () => {
      const path = request.url ?? '';
      received.push({ path, headers: request.headers, body });
      if (path !== '/dead') (answers.shift() ?? answer(204))(response, path);
    });
  });
  return { url, received, next: (...more) => void answers.push(...more), forget: () => void answers.splice(0), close };
}
