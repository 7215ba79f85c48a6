/** Servers with a capacity that is known, as people run them: nginx that limits, haproxy that queues, one worker of gunicorn. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCommand } from '../find-command.ts';
import { freePort } from '../free-port.ts';
import { type RunningServer, startNginx } from './nginx.ts';
import { createServerFolder, spawnServer } from './spawned-server.ts';

export type LimitingServer = 'nginx' | 'haproxy' | 'gunicorn';

/** Is this server on the machine? `npm test` installs it where it can. */
export const hasLimitingServer = (name: LimitingServer): boolean => findCommand(name) !== null;

async function start(program: LimitingServer, folder: string, port: number, args: readonly string[]): Promise<RunningServer> {
  const running = await spawnServer([findCommand(program) ?? program, ...args], folder, port);
  return {
    url: `http://127.0.0.1:${port}/`,
    close: running.close,
  };
}

/** Answers so many a second, and 503 to the rest at once; a burst evens out what comes a little early. */
export async function startLimitingNginx(ratePerSecond: number, burst = 5): Promise<RunningServer> {
  const port = await freePort();
  return startNginx(
    `keepalive_requests 1000000;
  limit_req_zone $server_port zone=all:1m rate=${ratePerSecond}r/s;
  server {
    listen 127.0.0.1:${port};
    location / { limit_req zone=all burst=${burst} nodelay; try_files /none @ok; }
    location @ok { return 200 ok; }
  }`,
    port,
  );
}

/** Lets so many requests through at once; the others wait in its queue, and get 503 after `queueMs`. */
export async function startQueueingHaproxy(backendPort: number, mostAtOnce: number, queueMs: number): Promise<RunningServer> {
  const port = await freePort();
  const folder = createServerFolder();
  writeFileSync(
    join(folder, 'haproxy.cfg'),
    `global
  maxconn 2000
defaults
  mode http
  timeout connect 1s
  timeout client 10s
  timeout server 10s
  timeout queue ${queueMs}ms
listen all
  bind 127.0.0.1:${port}
  server one 127.0.0.1:${backendPort} maxconn ${mostAtOnce}
`,
  );
  return start('haproxy', folder, port, ['-db', '-f', join(folder, 'haproxy.cfg')]);
}

/** One sync worker that sleeps so long for each answer. */
export async function startSleepingGunicorn(sleepMs: number): Promise<RunningServer> {
  const port = await freePort();
  const app = `import time
def app(environ, start_response):
    time.sleep(${sleepMs / 1000})
    start_response('200 OK', [('Content-Length', '2')])
    return [b'ok']
`;
  const folder = createServerFolder({ 'sleeping.py': app });
  return start('gunicorn', folder, port, ['--chdir', folder, '-w', '1', '-b', `127.0.0.1:${port}`, '--log-level', 'error', 'sleeping:app']);
}
