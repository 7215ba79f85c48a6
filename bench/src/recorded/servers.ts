/** Real servers with one trait each, as recorded series need them. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { findCommand } from '@plimsoll/testbed/find-command';
import { freePort } from '@plimsoll/testbed/free-port';
import { createServerFolder, spawnServer } from '@plimsoll/testbed/servers/spawned-server';

export interface RecordedServer {
  readonly port: number;
  /** To its first process. */
  signal(signal: NodeJS.Signals): void;
  close(): Promise<void>;
}

export interface NodeTraits {
  readonly processes: number;
  readonly waitMs: number;
  readonly busyMs: number;
}

async function start(
  files: Readonly<Record<string, string | Buffer>>,
  commandOf: (folder: string) => readonly string[],
  port: number,
): Promise<RecordedServer> {
  const folder = createServerFolder(files);
  const server = await spawnServer(commandOf(folder), folder, port);
  return {
    port,
    signal: server.signal,
    close: async () => {
      server.signal('SIGCONT');
      await server.close();
    },
  };
}

const program = (name: string) => findCommand(name) ?? name;

export async function startNode(traits: NodeTraits, fixedPort?: number): Promise<RecordedServer> {
  const port = fixedPort ?? (await freePort());
  const argument = JSON.stringify({ ...traits, port });
  return start({}, () => [process.execPath, join(import.meta.dirname, 'node-target.ts'), argument], port);
}

/** `http` and `location`: lines for these blocks. `hello.txt` has 13 bytes, `text.txt` 400 kB that compress to a half. */
export async function startNginx(location: string, http = '', workers = 1): Promise<RecordedServer> {
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${kind};`).join(' ');
  const config = `
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes ${workers}; daemon off; pid pid; error_log error.log crit;
events { worker_connections 4000; }
http {
  access_log off; keepalive_requests 1000000; ${temporary}
  ${http}
  server { listen 127.0.0.1:${port} backlog=4096; root .; location / { ${location} } }
}
`;
  const files = { 'nginx.conf': config, 'hello.txt': 'hello, world\n', 'text.txt': randomBytes(200_000).toString('hex') };
  return start(files, (folder) => [program('nginx'), '-p', folder, '-c', 'nginx.conf', '-e', 'error.log'], port);
}

/** `frontend` and `backend`: lines for these sections. */
export async function startHaproxy(frontend: string, backend: string, timeouts = ''): Promise<RecordedServer> {
  const port = await freePort();
  const config = `
global
  maxconn 4000
  nbthread 1
defaults
  mode http
  timeout connect 2s
  timeout client 30s
  timeout server 30s
  ${timeouts}
frontend in
  bind 127.0.0.1:${port} backlog 4096
  ${frontend}
  default_backend out
backend out
  ${backend}
`;
  return start({ 'haproxy.cfg': config }, (folder) => [program('haproxy'), '-db', '-f', join(folder, 'haproxy.cfg')], port);
}

/** Sync workers, each answering one request at a time: it sleeps, or keeps its core busy, for so long. */
export async function startGunicorn(
  workers: number,
  { waitMs = 0, busyMs = 0 }: { readonly waitMs?: number; readonly busyMs?: number },
  fixedPort?: number,
): Promise<RecordedServer> {
  const port = fixedPort ?? (await freePort());
  const app = `
import time

def app(environ, start_response):
    until = time.perf_counter() + ${busyMs / 1000}
    while time.perf_counter() < until:
        pass
    time.sleep(${waitMs / 1000})
    start_response('200 OK', [('Content-Type', 'text/plain'), ('Content-Length', '13')])
    return [b'hello, world\\n']
`;
  const command = [program('gunicorn'), '-w', String(workers), '-b', `127.0.0.1:${port}`, '--log-level', 'critical'];
  return start({ 'app.py': app }, (folder) => [...command, '--chdir', folder, 'app:app'], port);
}
