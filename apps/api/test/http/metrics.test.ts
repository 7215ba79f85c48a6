import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { api } from '@plimsoll/contracts/paths';
import { describe, expect, it } from 'vitest';
import { useApi } from '../support/scene.ts';
import { launch } from '../support/stored-runs.ts';

const metricsToken = 'a token of the operator';
const elsewhere = { remoteAddress: '10.0.0.7', headers: { host: 'plimsoll.example.com' } };

function readSeries(text: string, series: string): number {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return Number(line?.split(' ').at(-1));
}

describe('metrics without a token', () => {
  const { test, boss } = useApi();
  const read = (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    test.app.inject({ method: 'GET', url: '/metrics', headers: { host: '127.0.0.1:4300', ...headers }, remoteAddress });

  it('count what waits and what was answered, by route and never by id', async () => {
    const run = await launch(boss);
    await boss('GET', api.run(run.id));
    await test.app.inject({ method: 'GET', url: '/no/such/thing.txt' });
    const { statusCode, body, headers } = await read();
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toContain('text/plain');
    expect(readSeries(body, 'plimsoll_runs{state="queued"}')).toBe(1);
    expect(readSeries(body, 'plimsoll_queue_depth{kind="run"}')).toBe(1);
    expect(readSeries(body, 'plimsoll_dependency_up{dependency="database"}')).toBe(1);
    expect(readSeries(body, 'plimsoll_http_request_duration_seconds_count{method="GET",route="/api/v1/runs/:id",status="200"}')).toBe(1);
    expect(readSeries(body, 'plimsoll_http_request_duration_seconds_count{method="GET",route="none",status="404"}')).toBe(1);
    expect(readSeries(body, 'plimsoll_workers_online')).toBe(0);
    expect(body).not.toContain(run.id);
  });

  it('are for this machine alone: not through a proxy, not by another name', async () => {
    expect((await read({}, '10.0.0.7')).statusCode).toBe(403);
    expect((await read({ 'x-forwarded-for': '10.0.0.7' })).statusCode).toBe(403);
    expect((await read({ host: 'rebound.example.com' })).statusCode).toBe(403);
    expect((await read({}, '::ffff:127.0.0.1')).statusCode).toBe(200);
  });

  it('that the dashboard shows are there', async () => {
    const dashboard = readFileSync(new URL('../../../../docs/grafana-dashboard.json', import.meta.url), 'utf8');
    const { body } = await read();
    const known = new Set([...body.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    const named = [...new Set(dashboard.match(/\b(plimsoll|nodejs|process)_[a-z0-9_]+/g))].filter(
      (name) => !name.startsWith('plimsoll_worker_'),
    );
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((name) => !known.has(name.replace(/_(bucket|sum|count)$/, '')))).toEqual([]);
    expect(JSON.parse(dashboard).panels.length).toBeGreaterThan(8);
  });
});

describe('metrics with a token', () => {
  const log = new PassThrough();
  const { test, boss } = useApi({ metricsToken, host: '0.0.0.0', logLevel: 'info' }, log);

  it('beside a log whose lines name the run they are about', async () => {
    const { id } = await launch(boss);
    await boss('POST', api.stopRun(id));
    const lines = String(log.read())
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as { msg: string; runId?: string }]));
    expect(lines.filter(({ runId }) => runId === id).map(({ msg }) => msg)).toEqual(['run queued', 'request completed']);
  });

  it('are for whoever has it, from anywhere, and for nobody else', async () => {
    const ask = (authorization?: string) =>
      test.app.inject({
        method: 'GET',
        url: '/metrics',
        ...elsewhere,
        headers: { ...elsewhere.headers, ...(authorization ? { authorization } : {}) },
      });
    expect((await ask(`Bearer ${metricsToken}`)).statusCode).toBe(200);
    expect((await ask(`Bearer ${metricsToken}x`)).statusCode).toBe(401);
    expect((await ask()).statusCode).toBe(401);
    expect((await test.app.inject({ method: 'GET', url: '/metrics', headers: { host: '127.0.0.1' } })).statusCode).toBe(401);
  });
});

describe('metrics behind a proxy on this machine', () => {
  const { test } = useApi({ baseUrl: 'https://plimsoll.example.com' });

  it('are for nobody while there is no token', async () => {
    expect((await test.app.inject({ method: 'GET', url: '/metrics', headers: { host: '127.0.0.1' } })).statusCode).toBe(403);
  });
});
