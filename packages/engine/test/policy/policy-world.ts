/**
 * A world of its own for `policy-addresses.test.ts`, in a network where every address there is leads to this process: it listens on each
 * forbidden one, tries to get load there, and prints what it counted.
 */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { isIP } from 'node:net';
import { connectionSchema } from '@plimsoll/contracts/connection';
import { planSchema } from '@plimsoll/contracts/plan';
import { messagePolicy, type TargetPolicy } from '@plimsoll/contracts/target-policy';
import { createWebhookSchema } from '@plimsoll/contracts/webhook';
import { sendOne } from '@plimsoll/network/send-one';
import { createDialler } from '@plimsoll/network/target-guard';
import { echoProto } from '@plimsoll/testbed/targets/grpc-server';
import { settleDefinition } from '../../src/grpc/settle-definition.ts';
import { RunClock } from '../../src/pace/clock.ts';
import { planFor, runPlan, testedClient } from '../support/harness.ts';
import { names, ownPorts, type Spelling, spellings } from './policy-spellings.ts';

export interface Counted {
  /** The number of tries to make load, by way. */
  readonly tried: Readonly<Record<'plan' | 'grpc' | 'websocket' | 'reflection' | 'guard' | 'redirect' | 'rebind' | 'message', number>>;
  /** `address:port` of every connection at a forbidden listener, with what was tried then. */
  readonly forbidden: readonly string[];
  /** Spellings that were not refused. */
  readonly taken: readonly string[];
  /** Connections that were meant to come: the counting works. */
  readonly allowed: number;
  readonly control: number;
  readonly redirects: number;
}

const allowedPort = 8080;
const policies: Record<Spelling['policies'][number], TargetPolicy> = {
  standalone: { mode: 'allowlist', allowed: ['loopback'], ownPorts },
  lab: { mode: 'open-lab', allowed: [], ownPorts },
  wide: { mode: 'allowlist', allowed: ['0.0.0.0/0', '::/0'], ownPorts },
  messages: messagePolicy({ mode: 'allowlist', allowed: ['loopback'], ownPorts }, 'public'),
};
const ofLoads = (by: Spelling['policies']) => by.filter((name) => name !== 'messages');
const tried = { plan: 0, grpc: 0, websocket: 0, reflection: 0, guard: 0, redirect: 0, rebind: 0, message: 0 };
const forbidden: string[] = [];
const taken: string[] = [];
let [allowed, control, redirects] = [0, 0, 0];
let doing = '';

/** The names of the machine, and this one at these addresses. */
function resolveTo(name: string, addresses: readonly string[]): void {
  const lines = [...Object.entries(names), ...addresses.map((address) => [name, address] as const)];
  writeFileSync('/etc/hosts', lines.map(([host, address]) => `${address} ${host}\n`).join(''));
}

async function listen(): Promise<() => void> {
  const servers = await Promise.all(
    [80, allowedPort, ...ownPorts].map((port) => {
      const server = createServer((request, answer) => {
        const to = /^\/to\/(\d+)$/.exec(request.url ?? '')?.[1];
        if (to !== undefined) redirects += 1;
        answer.writeHead(to === undefined ? 200 : 302, to === undefined ? {} : { location: encodeURI(spellings[Number(to)]?.text ?? '') });
        answer.end();
      });
      server.on('connection', ({ localAddress = '' }) => {
        const address = localAddress.replace('::ffff:', '');
        if (doing === 'control') control += 1;
        else if (port === allowedPort && (address === '127.0.0.1' || address === '::1')) allowed += 1;
        else forbidden.push(`${address}:${port}, ${doing}`);
      });
      return new Promise<typeof server>((done) => server.listen(port, '::', () => done(server)));
    }),
  );
  return () => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  };
}

/** One connection by the guard: what it said against it, or null. */
function dialOnce(url: URL, policy: TargetPolicy): Promise<string | null> {
  const dial = createDialler({ url, policy, clock: new RunClock() });
  return new Promise((done) =>
    dial((error, opened) => {
      opened?.socket.destroy();
      done(error ? `${error.phase}: ${error.message}` : null);
    }),
  );
}

/** As a plan, through the schema and the engine. */
async function byPlan({ text, policies: by }: Spelling): Promise<void> {
  for (const name of ofLoads(by)) {
    doing = `plan ${text} under ${name}`;
    tried.plan += 1;
    const load = { model: 'closed' as const, connections: 1, requests: 1 };
    const plan = planSchema.safeParse({ version: 1, name: 'a', target: { url: text }, load, connection: { client: testedClient } });
    if (!plan.success) continue;
    const { end, totals } = await runPlan(plan.data, { policy: policies[name] });
    if (end.reason !== 'target_refused' && (totals.outcomes.response ?? 0) > 0) taken.push(doing);
  }
}

/** As a gRPC plan, and by the question that reflection asks before one. */
async function byCall({ text, policies: by }: Spelling): Promise<void> {
  const url = text.replace(/^https?:/i, 'grpc:').replace(/\/[^/]*$/, '');
  for (const name of ofLoads(by))
    for (const types of [{ proto: [{ name: 'echo.proto', text: echoProto }] }, { reflection: true }]) {
      const way = 'reflection' in types ? 'reflection' : 'grpc';
      doing = `${way} ${url} under ${name}`;
      tried[way] += 1;
      const plan = planSchema.safeParse({
        version: 1,
        name: 'a',
        target: { url, grpc: { call: 'test.Echo/Unary', ...types } },
        load: { model: 'closed', connections: 1, requests: 1 },
        connection: { protocol: 'grpc' },
      });
      if (!plan.success) continue;
      if (way === 'grpc') await runPlan(plan.data, { policy: policies[name] });
      else await settleDefinition(plan.data, policies[name]).catch(() => undefined);
    }
}

/** As a WebSocket. */
async function bySocket({ text, policies: by }: Spelling): Promise<void> {
  const url = text.replace(/^http/i, 'ws');
  for (const name of ofLoads(by)) {
    doing = `websocket ${url} under ${name}`;
    tried.websocket += 1;
    const plan = planSchema.safeParse({
      version: 1,
      name: 'a',
      target: { url, websocket: { messages: ['x'] } },
      load: { model: 'closed', connections: 1, requests: 1 },
      connection: { protocol: 'websocket' },
    });
    if (!plan.success) continue;
    await runPlan(plan.data, { policy: policies[name] });
  }
}

/** As the address of a webhook, through its schema and the way of its messages. */
async function byMessage({ text, policies: by }: Spelling): Promise<void> {
  if (!by.includes('messages')) return;
  doing = `message ${text}`;
  tried.message += 1;
  const parsed = createWebhookSchema.safeParse({ name: 'a', url: text, events: ['run.finished'] });
  if (!parsed.success) return;
  const url = new URL(parsed.data.url ?? '');
  const question = { host: url.host, method: 'POST', path: url.pathname, headers: [], body: null, keepAlive: false, isCall: false };
  const connection = connectionSchema.parse({ protocol: 'http1' });
  const said = await sendOne({ ...question, url: url.href, connection, policy: policies.messages }, AbortSignal.timeout(5000));
  if (said.kind === 'answered') taken.push(doing);
}

/** Past the schema, as the guard would see it should the schema let it through. */
async function byGuard({ text, policies: by }: Spelling): Promise<void> {
  if (!URL.canParse(text)) return;
  for (const name of by) {
    doing = `guard ${text} under ${name}`;
    tried.guard += 1;
    if ((await dialOnce(new URL(text), policies[name])) === null) taken.push(doing);
  }
}

/** An allowed name that leads home at first, and then to the forbidden place, alone or beside the address that answered. */
async function byRebinding({ text, policies: by }: Spelling): Promise<void> {
  if (!URL.canParse(text)) return;
  const to = new URL(text);
  const literal = to.hostname.replace(/^\[|\]$/g, '');
  const address = isIP(literal) ? literal : names[literal.replace(/\.$/, '')];
  if (address === undefined) return;
  const own = to.port !== '';
  const narrow = by.includes('messages') ? [{ ...policies.messages, allowed: ['127.0.0.0/8'] }] : [];
  const url = new URL(`http://rebinding.example:${own ? to.port : allowedPort}/`);
  for (const policy of [by.includes('lab') ? policies.lab : { ...policies.standalone, allowed: ['127.0.0.0/8'] }, ...narrow])
    for (const addresses of own ? [[address]] : [[address], ['127.0.0.1', address], [address, '127.0.0.1']]) {
      doing = `rebinding to ${addresses}`;
      resolveTo('rebinding.example', ['127.0.0.1']);
      if (!own && (await dialOnce(url, policy)) !== null) throw new Error('the name was refused before it was rebound');
      resolveTo('rebinding.example', addresses);
      tried.rebind += 1;
      if ((await dialOnce(url, policy)) === null) taken.push(`${doing} for ${text}`);
    }
}

/** An allowed target that answers each request with the way to another forbidden place. */
async function byRedirect(): Promise<void> {
  doing = 'redirect';
  const load = { model: 'closed' as const, connections: 1, requests: spellings.length };
  const { totals } = await runPlan(planFor(`http://127.0.0.1:${allowedPort}/to/{{seq}}`, load), { policy: policies.lab });
  tried.redirect = totals.statuses['302'] ?? 0;
}

resolveTo('nobody.example', ['127.0.0.1']);
const close = await listen();
doing = 'control';
for (const url of ['http://169.254.3.4/', 'http://10.0.0.1/', 'http://[fd12:3456::1]/', 'http://8.8.8.8/']) {
  const said = await dialOnce(new URL(url), policies.lab);
  if (said !== null) throw new Error(`${url} cannot be reached in this network: ${said}`);
}
for (const spelling of spellings) {
  await byGuard(spelling);
  await byMessage(spelling);
  await byPlan(spelling);
  if (testedClient === 'wire') {
    await byCall(spelling);
    await bySocket(spelling);
  }
  await byRebinding(spelling);
}
await byRedirect();
close();
process.stdout.write(JSON.stringify({ tried, forbidden, taken, allowed, control, redirects } satisfies Counted));
process.exit(0);
