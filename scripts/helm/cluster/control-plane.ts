/** Kubernetes without a node: etcd, the API server, its controllers and the scheduler, each a process on loopback, with an authority of their own. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '@plimsoll/testbed/free-port';
import { until } from '@plimsoll/testbed/until';
import type { Program, Programs } from './programs.ts';

/** What the API server knows of anything. */
export interface KubernetesObject {
  readonly kind?: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly uid: string;
    readonly deletionTimestamp?: string;
    readonly deletionGracePeriodSeconds?: number;
    readonly labels?: Readonly<Record<string, string>>;
  };
  // biome-ignore lint/suspicious/noExplicitAny: as many shapes as kinds
  readonly spec: any;
  // biome-ignore lint/suspicious/noExplicitAny: as many shapes as kinds
  readonly status?: any;
}

export interface Answer {
  readonly status: number;
  readonly body: KubernetesObject & {
    readonly items: KubernetesObject[];
    readonly message?: string;
    readonly data?: Record<string, string>;
  };
}

export interface ControlPlane {
  /** For `helm`, `kubectl` and KEDA: an admin. */
  readonly kubeconfig: string;
  /** `tls.crt`, `tls.key` and `ca.crt` of localhost. */
  readonly certificates: string;
  /** The answer, whatever its status. */
  try(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Throws Error where it is none of success. */
  ask(method: string, path: string, body?: unknown): Promise<Answer['body']>;
  /** Starts another program beside them, by its name or where it lies; its output is `<name>.log` in the folder. */
  start(program: Program | `/${string}`, args: readonly string[], environment?: Readonly<Record<string, string>>): ChildProcess;
  stop(): Promise<void>;
}

const admin = 'proof-admin';

function makeCertificates(folder: string): void {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.crt', '-subj', '/CN=proof');
  for (const [name, subject] of [
    ['tls', '/CN=localhost'],
    ['front-proxy', '/CN=front-proxy'],
  ] as const) {
    // The last is what Kubernetes wants to see of KEDA's adapter.
    const names = 'subjectAltName=DNS:localhost,IP:127.0.0.1,DNS:keda-metrics-apiserver.keda.svc';
    const signed = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-addext', names, '-addext', 'basicConstraints=CA:FALSE'];
    openssl('req', '-x509', ...key, ...signed, '-keyout', `${name}.key`, '-out', `${name}.crt`, '-subj', subject);
  }
  openssl('genrsa', '-out', 'accounts.key', '2048');
  openssl('rsa', '-in', 'accounts.key', '-pubout', '-out', 'accounts.pub');
}

function writeKubeconfig(folder: string, server: string): string {
  const file = join(folder, 'kubeconfig');
  const cluster = { server, 'certificate-authority': join(folder, 'certificates/ca.crt') };
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'proof',
    clusters: [{ name: 'proof', cluster }],
    users: [{ name: 'proof', user: { token: admin } }],
    contexts: [{ name: 'proof', context: { cluster: 'proof', user: 'proof' } }],
  };
  writeFileSync(file, JSON.stringify(config), { mode: 0o600 });
  return file;
}

export async function startControlPlane(programs: Programs, folder: string): Promise<ControlPlane> {
  const certificates = join(folder, 'certificates');
  mkdirSync(certificates, { recursive: true });
  makeCertificates(certificates);
  const children: { readonly name: string; readonly child: ChildProcess }[] = [];
  const start: ControlPlane['start'] = (program, args, environment = {}) => {
    const name = basename(program);
    const log = openSync(join(folder, `${name}.log`), 'a');
    const child = spawn(program in programs ? programs[program as Program] : program, args, {
      stdio: ['ignore', log, log],
      env: { PATH: process.env.PATH, HOME: folder, ...environment },
    });
    children.push({ name, child });
    return child;
  };
  const stop = async () => {
    // The one that keeps all state goes last.
    for (const { child } of children.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), 5000);
      await once(child, 'exit');
      clearTimeout(late);
    }
  };
  const [etcdPort, peerPort, port] = [await freePort(), await freePort(), await freePort()];
  const agent = new Agent({ keepAlive: true, ca: readFileSync(join(certificates, 'ca.crt')) });
  const attempt = (method: string, path: string, body?: unknown) =>
    new Promise<Answer>((resolve, reject) => {
      const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
      const sent = body === undefined ? '' : JSON.stringify(body);
      // Node says it of no DELETE by itself.
      const headers = { authorization: `Bearer ${admin}`, 'content-type': type, 'content-length': Buffer.byteLength(sent) };
      const asked = request({ agent, host: '127.0.0.1', port, method, path, headers, timeout: 15_000 }, (answer) => {
        text(answer).then(
          (said) => resolve({ status: answer.statusCode ?? 0, body: said.startsWith('{') ? JSON.parse(said) : { message: said } }),
          reject,
        );
      });
      asked.once('error', reject).once('timeout', () => asked.destroy(new Error(`${path} takes longer than 15 s`)));
      asked.end(sent);
    });
  const kubeconfig = writeKubeconfig(folder, `https://127.0.0.1:${port}`);
  const etcdUrl = `http://127.0.0.1:${etcdPort}`;
  const peerUrl = `http://127.0.0.1:${peerPort}`;
  start('etcd', [
    ...['--data-dir', join(folder, 'etcd'), '--unsafe-no-fsync', '--log-level', 'warn'],
    ...['--listen-client-urls', etcdUrl, '--advertise-client-urls', etcdUrl],
    ...['--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl, '--initial-cluster', `default=${peerUrl}`],
  ]);
  const file = (name: string) => join(certificates, name);
  writeFileSync(join(folder, 'tokens.csv'), `${admin},admin,1,"system:masters"\n`, { mode: 0o600 });
  start('kube-apiserver', [
    ...['--etcd-servers', etcdUrl, '--bind-address', '127.0.0.1', '--secure-port', String(port)],
    // Nobody is told of it: an address for documents.
    ...['--advertise-address', '192.0.2.1', '--endpoint-reconciler-type', 'none'],
    ...['--tls-cert-file', file('tls.crt'), '--tls-private-key-file', file('tls.key'), '--client-ca-file', file('ca.crt')],
    ...['--authorization-mode', 'RBAC', '--token-auth-file', join(folder, 'tokens.csv'), '--service-cluster-ip-range', '10.96.0.0/24'],
    ...['--service-account-issuer', 'https://proof', '--service-account-key-file', file('accounts.pub')],
    ...['--service-account-signing-key-file', file('accounts.key')],
    // Kubernetes hands questions about metrics on to KEDA's adapter, and vouches for who asks.
    ...['--requestheader-client-ca-file', file('ca.crt'), '--requestheader-allowed-names', 'front-proxy'],
    ...['--requestheader-username-headers', 'X-Remote-User', '--requestheader-group-headers', 'X-Remote-Group'],
    ...['--requestheader-extra-headers-prefix', 'X-Remote-Extra-'],
    ...['--proxy-client-cert-file', file('front-proxy.crt'), '--proxy-client-key-file', file('front-proxy.key')],
  ]);
  const ready = () =>
    attempt('GET', '/readyz').then(
      ({ status }) => status,
      () => 0,
    );
  try {
    await until('Kubernetes answers', 120_000, ready, (status) => status === 200);
  } catch (error) {
    await stop();
    throw error;
  }
  start('kube-controller-manager', [
    ...['--kubeconfig', kubeconfig, '--leader-elect=false', '--bind-address', '127.0.0.1', '--secure-port', String(await freePort())],
    ...['--service-account-private-key-file', file('accounts.key'), '--root-ca-file', file('ca.crt')],
    ...['--horizontal-pod-autoscaler-sync-period', '5s', '--node-monitor-grace-period', '1h'],
  ]);
  start('kube-scheduler', [
    ...['--kubeconfig', kubeconfig, '--leader-elect=false', '--bind-address', '127.0.0.1', '--secure-port', String(await freePort())],
  ]);
  return {
    kubeconfig,
    certificates,
    try: attempt,
    async ask(method, path, body) {
      const answer = await attempt(method, path, body);
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.message ?? ''}`);
      return answer.body;
    },
    start,
    async stop() {
      agent.destroy();
      await stop();
    },
  };
}
