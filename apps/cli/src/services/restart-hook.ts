/** The restart URL of an experiment on a server: a POST to it starts the services anew. It stands at the host at which the server reaches them, and is gone with the command. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Services } from './service-pair.ts';

export interface RestartHook {
  readonly url: string;
  close(): void;
}

/** `beside`: a URL of one of the services. Loopback listens on loopback alone. */
export async function openRestartHook(services: Pick<Services, 'restart'>, beside: string): Promise<RestartHook> {
  const path = `/restart-${randomBytes(8).toString('hex')}`;
  const { hostname } = new URL(beside);
  const isLocal = /^(localhost|127\..*|\[::1\])$/.test(hostname);
  let under: Promise<void> | null = null;
  const server = createServer(async (request, answer) => {
    request.resume();
    if (request.method !== 'POST' || request.url !== path) return answer.writeHead(404).end();
    // A driver that takes over asks again: it waits for the same restart.
    under ??= services.restart().finally(() => {
      under = null;
    });
    const status = await under.then(
      () => 204,
      () => 500,
    );
    answer.writeHead(status).end();
  });
  server.listen(0, isLocal ? hostname.replace(/^\[|\]$/g, '') : undefined);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${hostname}:${port}${path}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
