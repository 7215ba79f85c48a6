/** The series that the story of a run is held against: each a load on a real server with one trait. What a person says of each stands beside the test that reads them. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PlanInput } from '@plimsoll/contracts/plan';
import { type RecordedServer, startGunicorn, startHaproxy, startNginx, startNode } from './servers.ts';

type OpenLoad = Omit<Extract<PlanInput['load'], { model: 'open' }>, 'model'>;

interface Stand {
  readonly port: number;
  /** The events that servers are put through, by second of the load. */
  readonly events?: readonly (readonly [atSecond: number, act: () => unknown])[];
  readonly servers: readonly (RecordedServer | (() => RecordedServer | null))[];
}

export interface Series {
  readonly client: 'undici' | 'wire';
  readonly load: OpenLoad;
  readonly timeout?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly start: () => Promise<Stand>;
}

const alone = (server: RecordedServer): Stand => ({ port: server.port, servers: [server] });

/** Steps of so many seconds each: `[50, 100]` holds 50/s, then 100/s. */
const steps = (rates: readonly number[], seconds: number): OpenLoad => ({
  startRate: rates[0] ?? 0,
  stages: rates.flatMap((to) => [
    { to, over: '0s' },
    { to, over: `${seconds}s` },
  ]),
});
const ramp = (from: number, to: number, seconds: number, ...after: OpenLoad['stages'] & object): OpenLoad => ({
  startRate: from,
  stages: [{ to, over: `${seconds}s` }, ...after],
});
const fall = (to: number, seconds: number) => [
  { to, over: '0s' },
  { to, over: `${seconds}s` },
];

/** A server of 20 ms each behind one that stands before it. */
async function behind(waitMs: number, front: (port: number) => Promise<RecordedServer>): Promise<Stand> {
  const back = await startNode({ processes: 1, waitMs, busyMs: 0 });
  const server = await front(back.port);
  return { port: server.port, servers: [server, back] };
}

export const series: Readonly<Record<string, Series>> = {
  'nginx-limit-req-staircase': {
    client: 'undici',
    load: steps([50, 100, 150, 200, 250, 300, 350, 400], 3),
    start: async () =>
      alone(
        await startNginx(
          'limit_req zone=all burst=20 nodelay; try_files /hello.txt =404;',
          'limit_req_zone $server_port zone=all:1m rate=200r/s;',
        ),
      ),
  },
  'nginx-limit-req-queued': {
    client: 'wire',
    load: { rate: 500, duration: '20s' },
    start: async () =>
      alone(
        await startNginx('limit_req zone=all burst=60; try_files /hello.txt =404;', 'limit_req_zone $server_port zone=all:1m rate=300r/s;'),
      ),
  },
  'nginx-limit-conn': {
    client: 'wire',
    load: { ...ramp(20, 300, 24), arrivals: 'poisson', seed: 1 },
    start: () =>
      behind(50, (port) =>
        startNginx(`limit_conn all 5; proxy_pass http://127.0.0.1:${port};`, 'limit_conn_zone $server_port zone=all:1m;'),
      ),
  },
  'nginx-worker-full': {
    client: 'undici',
    load: { ...ramp(5, 200, 24), maxConnections: 50 },
    headers: { 'accept-encoding': 'gzip' },
    start: async () => alone(await startNginx('try_files /text.txt =404;', 'gzip on; gzip_comp_level 9; gzip_types text/plain;')),
  },
  'nginx-healthy-staircase': {
    client: 'undici',
    load: steps([100, 200, 300, 400, 500, 600], 3),
    start: async () => alone(await startNginx('return 200 "hello, world\\n";')),
  },
  'nginx-tenth-fails': {
    client: 'wire',
    load: { ...ramp(50, 400, 20), arrivals: 'poisson', seed: 2 },
    start: async () =>
      alone(await startNginx('if ($bad) { return 500; } return 200 "hello, world\\n";', 'split_clients $request_id $bad { 10% 1; * ""; }')),
  },
  'haproxy-maxconn-queue': {
    client: 'undici',
    load: { rate: 500, duration: '24s', arrivals: 'poisson', seed: 3 },
    start: () => behind(20, (port) => startHaproxy('', `server one 127.0.0.1:${port} maxconn 5`, 'timeout queue 60ms')),
  },
  'haproxy-no-queue': {
    client: 'wire',
    load: { ...steps([100, 200, 300, 400, 500], 5), arrivals: 'poisson', seed: 4 },
    start: () => behind(20, (port) => startHaproxy('', `server one 127.0.0.1:${port} maxconn 5`, 'timeout queue 1ms')),
  },
  'haproxy-long-queue-and-after': {
    client: 'undici',
    load: { ...ramp(50, 300, 16, ...fall(50, 14)), maxConnections: 3000 },
    start: () => behind(30, (port) => startHaproxy('', `server one 127.0.0.1:${port} maxconn 5`, 'timeout queue 20s')),
  },
  'haproxy-frontend-maxconn': {
    client: 'wire',
    load: { ...ramp(50, 400, 20), maxConnections: 300 },
    timeout: '2s',
    start: () => behind(50, (port) => startHaproxy('maxconn 10', `server one 127.0.0.1:${port}`)),
  },
  'haproxy-outdated-queue': {
    client: 'wire',
    load: { ...ramp(100, 400, 12, { to: 400, over: '4s' }, ...fall(60, 8)), maxConnections: 2000 },
    timeout: '2s',
    start: () => behind(20, (port) => startHaproxy('', `server one 127.0.0.1:${port} maxconn 5`, 'timeout queue 4s')),
  },
  'haproxy-stick-table': {
    client: 'undici',
    load: steps([100, 150, 200, 250, 300, 100], 4),
    start: async () => {
      const back = await startNode({ processes: 1, waitMs: 5, busyMs: 0 });
      const limit =
        'stick-table type ip size 1k expire 10s store http_req_rate(1s)\n  http-request track-sc0 src\n  http-request deny deny_status 429 if { sc_http_req_rate(0) gt 220 }';
      const server = await startHaproxy(limit, `server one 127.0.0.1:${back.port}`);
      return { port: server.port, servers: [server, back] };
    },
  },
  'haproxy-backend-dies': {
    client: 'wire',
    load: { rate: 200, duration: '26s' },
    start: async () => {
      const traits = { processes: 1, waitMs: 20, busyMs: 0 };
      let back: RecordedServer | null = await startNode(traits);
      const { port } = back;
      const server = await startHaproxy('', `retries 0\n  server one 127.0.0.1:${port}`, 'timeout queue 1s');
      const die = () => back?.signal('SIGKILL');
      const live = async () => {
        await back?.close();
        back = await startNode(traits, port);
      };
      return {
        port: server.port,
        servers: [server, () => back],
        events: [
          [9, die],
          [15, live],
        ],
      };
    },
  },
  'gunicorn-one-sync': {
    client: 'undici',
    load: { ...ramp(5, 120, 24), maxConnections: 60 },
    start: async () => alone(await startGunicorn(1, { waitMs: 20 })),
  },
  'gunicorn-four-sync-and-after': {
    client: 'wire',
    load: { ...ramp(30, 300, 15, ...fall(40, 13)), maxConnections: 1000 },
    start: async () => alone(await startGunicorn(4, { waitMs: 20 })),
  },
  'gunicorn-busy': {
    client: 'wire',
    load: { ...steps([20, 40, 60, 80, 100, 120, 140], 4), maxConnections: 100 },
    start: async () => alone(await startGunicorn(1, { busyMs: 12 })),
  },
  'gunicorn-drains': {
    client: 'undici',
    load: { rate: 90, duration: '15s', maxConnections: 2000 },
    start: async () => alone(await startGunicorn(1, { waitMs: 20 })),
  },
  'gunicorn-restarts': {
    client: 'undici',
    load: { rate: 100, duration: '24s' },
    start: async () => {
      let server = await startGunicorn(4, { waitMs: 10 });
      const { port } = server;
      const restart = async () => {
        await server.close();
        await sleep(3000);
        server = await startGunicorn(4, { waitMs: 10 }, port);
      };
      return { port, servers: [() => server], events: [[9, restart]] };
    },
  },
  'node-busy': {
    client: 'undici',
    load: { ...ramp(30, 450, 24), maxConnections: 100 },
    start: async () => alone(await startNode({ processes: 1, waitMs: 0, busyMs: 4 })),
  },
  'node-cluster-busy': {
    client: 'wire',
    load: { ...ramp(30, 450, 24), maxConnections: 100 },
    start: async () => alone(await startNode({ processes: 2, waitMs: 0, busyMs: 6 })),
  },
  'node-pauses': {
    client: 'wire',
    load: { rate: 150, duration: '24s' },
    start: async () => {
      const server = await startNode({ processes: 1, waitMs: 10, busyMs: 0 });
      return {
        port: server.port,
        servers: [server],
        events: [
          [10.3, () => server.signal('SIGSTOP')],
          [12.6, () => server.signal('SIGCONT')],
        ],
      };
    },
  },
  'node-hangs': {
    client: 'undici',
    load: { rate: 50, duration: '20s', maxConnections: 20 },
    timeout: '1s',
    start: async () => {
      const server = await startNode({ processes: 1, waitMs: 10, busyMs: 0 });
      return { port: server.port, servers: [server], events: [[8.2, () => server.signal('SIGSTOP')]] };
    },
  },
  'node-far-and-few-connections': {
    client: 'undici',
    load: { ...ramp(20, 250, 20), maxConnections: 10 },
    start: async () => alone(await startNode({ processes: 1, waitMs: 80, busyMs: 0 })),
  },
  'node-healthy-poisson': {
    client: 'wire',
    load: { rate: 200, duration: '24s', arrivals: 'poisson', seed: 5 },
    start: async () => alone(await startNode({ processes: 1, waitMs: 30, busyMs: 0 })),
  },
  'node-healthy-up-and-down': {
    client: 'undici',
    load: { ...ramp(10, 300, 10, { to: 300, over: '4s' }, { to: 10, over: '8s' }) },
    start: async () => alone(await startNode({ processes: 1, waitMs: 120, busyMs: 0 })),
  },
};
