/** The target of the speed cases: one nginx worker on one core, answering 13 bytes from memory. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { server } from '@plimsoll/testbed/certificates';
import { freePort } from '@plimsoll/testbed/free-port';

export interface BenchTarget {
  readonly url: string;
  close(): Promise<void>;
}

const config = (folder: string, port: number, tls: boolean) => `
worker_processes 1; daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 20000; multi_accept on; }
http {
  access_log off; keepalive_requests 1000000000; keepalive_timeout 600s;
  client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p; fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  server { listen 127.0.0.1:${port}${tls ? ' ssl http2' : ''} backlog=8192; ${tls ? `ssl_certificate ${folder}/cert.pem; ssl_certificate_key ${folder}/key.pem;` : ''} location / { default_type text/plain; return 200 "hello, world\\n"; } }
}
`;

/** Over TLS it speaks HTTP/2. */
export async function startNginx(core: number | null, tls = false): Promise<BenchTarget> {
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-nginx-'));
  const port = await freePort();
  writeFileSync(join(folder, 'nginx.conf'), config(folder, port, tls));
  writeFileSync(join(folder, 'cert.pem'), server.certificate);
  writeFileSync(join(folder, 'key.pem'), server.key);
  const command = ['nginx', '-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')];
  const [program = '', ...args] = core === null ? command : ['taskset', '-c', String(core), ...command];
  const child = spawn(program, args, { stdio: 'ignore' });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await listening(port);
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}/`,
    close: async () => {
      child.kill('SIGQUIT');
      const timer = setTimeout(() => child.kill('SIGKILL'), 3000);
      await gone;
      clearTimeout(timer);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves when something listens on this port of the loopback interface. */
export async function listening(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (open) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`nothing listens on port ${port}`);
}
