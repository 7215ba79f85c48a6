/** nginx and nghttpd, as the tests of HTTP/2 need them: what they saw is read from their own logs. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCommand } from '../find-command.ts';
import { freePort } from '../free-port.ts';
import { createServerFolder, spawnServer } from './spawned-server.ts';

export interface Http2ServerOptions {
  /** https, with the certificates of `certificates.ts`; else HTTP/2 by prior knowledge. */
  readonly tls: boolean;
  /** Files it serves, by name. */
  readonly files?: Readonly<Record<string, Buffer>>;
}

export interface Http2Server {
  /** With a slash at its end. */
  readonly url: string;
  readonly folder: string;
  /** Ends it and answers the lines of its log: nothing is added after that. Its folder stands until `remove`. */
  stop(): Promise<readonly string[]>;
  remove(): void;
}

export interface NginxOptions extends Http2ServerOptions {
  /** Lines for its `server` block. */
  readonly server?: string;
  /** The format of its log, in its variables. */
  readonly log: string;
}

/** Is this server on the machine? `npm test` installs it where it can. */
export const hasServer = (name: 'nginx' | 'nghttpd'): boolean => findCommand(name) !== null;

/** Debian's nginx with HTTP/2. It serves the files below `/`, and keeps what is put below `/put/` (the folder `put`). */
export async function startNginx({ tls, files = {}, server = '', log }: NginxOptions): Promise<Http2Server> {
  const port = await freePort();
  const folder = createServerFolder(files);
  mkdirSync(join(folder, 'put'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ');
  // As root its workers are somebody else, who may not read the folder.
  const config = `
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1; daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 1000; }
http {
  log_format seen escape=none '${log}';
  access_log ${folder}/access.log seen; ${temporary}
  client_max_body_size 0; large_client_header_buffers 16 64k; etag on;
  server {
    listen 127.0.0.1:${port} http2${tls ? ' ssl' : ''};
    ${tls ? `ssl_certificate ${folder}/cert.pem; ssl_certificate_key ${folder}/key.pem;` : ''}
    root ${folder};
    location /put/ { dav_methods PUT; }
    ${server}
  }
}
`;
  const configFile = join(folder, 'nginx.conf');
  writeFileSync(configFile, config);
  const running = await spawnServer(
    [findCommand('nginx') ?? 'nginx', '-p', folder, '-c', configFile, '-e', join(folder, 'error.log')],
    folder,
    port,
  );
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}/`,
    folder,
    stop: async () => {
      await running.stop();
      return readFileSync(join(folder, 'access.log'), 'latin1').split('\n').filter(Boolean);
    },
    remove: running.remove,
  };
}

export interface NghttpdOptions extends Http2ServerOptions {
  /** Its own options. */
  readonly options?: readonly string[];
}

/** The server of nghttp2. Its log is what it tells of frames and fields. */
export async function startNghttpd({ tls, files, options = [] }: NghttpdOptions): Promise<Http2Server> {
  const port = await freePort();
  const folder = createServerFolder(files);
  const certificate = tls ? [join(folder, 'key.pem'), join(folder, 'cert.pem')] : [];
  const command = [findCommand('nghttpd') ?? 'nghttpd', '-v', '-a', '127.0.0.1', '-d', folder, ...options, ...(tls ? [] : ['--no-tls'])];
  const running = await spawnServer([...command, String(port), ...certificate], folder, port);
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}/`,
    folder,
    stop: async () => {
      await running.stop();
      return running.output().split('\n');
    },
    remove: running.remove,
  };
}
