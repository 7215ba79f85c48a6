/** A plain HTTP server on a free loopback port that answers as a test says. */
import { createServer, type RequestListener } from 'node:http';
import { type Listener, listen } from './listen.ts';

export function startHttpTarget(answer: RequestListener): Promise<Listener> {
  return listen(createServer(answer));
}
