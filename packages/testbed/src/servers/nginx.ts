/** nginx, as people run it, in a folder of its own. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCommand } from '../find-command.ts';
import { freePort } from '../free-port.ts';
import { createServerFolder, spawnServer } from './spawned-server.ts';

export interface RunningServer {
  /** With a slash at its end. */
  readonly url: string;
  close(): Promise<void>;
}

/** `http`: the directives of its block, with a server that listens on this port. */
export async function startNginx(http: string, port: number): Promise<RunningServer> {
  const folder = createServerFolder();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ');
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1; daemon off; pid ${folder}/pid; error_log /dev/null crit;
events { worker_connections 1000; }
http {
  access_log off; ${temporary}
  ${http}
}
`,
  );
  const command = [findCommand('nginx') ?? 'nginx', '-p', folder, '-c', join(folder, 'nginx.conf'), '-e', '/dev/null'];
  const running = await spawnServer(command, folder, port);
  return {
    url: `http://127.0.0.1:${port}/`,
    close: running.close,
  };
}

/**
 * In front of a server of streams, packing them for those who ask. Below `/on` it buffers (`proxy_buffering on`, its default), so that what it packs
 * goes out with the end; below `/off` it flushes what each read brought.
 */
export async function startPackingNginx(backend: string): Promise<RunningServer> {
  const port = await freePort();
  const location = (word: 'on' | 'off') => `location /${word} {
      rewrite ^ / break; proxy_pass ${new URL(backend).origin}; proxy_http_version 1.1; proxy_buffering ${word};
    }`;
  return startNginx(
    `gzip on; gzip_types text/event-stream; gzip_min_length 0;
  server {
    listen 127.0.0.1:${port};
    ${location('on')}
    ${location('off')}
  }`,
    port,
  );
}
