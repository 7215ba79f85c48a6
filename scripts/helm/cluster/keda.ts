/** KEDA on the control plane of the proof: its kinds, its operator, and the adapter that Kubernetes asks for its metrics. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@plimsoll/testbed/free-port';
import { until } from '@plimsoll/testbed/until';
import { parseAllDocuments } from 'yaml';
import type { ControlPlane } from './control-plane.ts';
import { kedaKinds } from './programs.ts';

const namespace = 'keda';

/** Resolves when Kubernetes hands on questions about metrics of KEDA. */
export async function startKeda(plane: ControlPlane): Promise<void> {
  for (const file of kedaKinds())
    for (const kind of parseAllDocuments(readFileSync(file, 'utf8')))
      await plane.ask('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', kind.toJS());
  for (const group of ['keda.sh', 'eventing.keda.sh']) {
    const known = () => plane.try('GET', `/apis/${group}/v1alpha1`).then(({ status }) => status);
    await until(`Kubernetes knows ${group}`, 30_000, known, (status) => status === 200);
  }
  await plane.ask('POST', '/api/v1/namespaces', { metadata: { name: namespace } });
  const [grpcPort, probePort, port, metricsPort] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const environment = {
    KUBECONFIG: plane.kubeconfig,
    POD_NAMESPACE: namespace,
    KEDA_CLUSTER_OBJECT_NAMESPACE: namespace,
    WATCH_NAMESPACE: '',
  };
  plane.start(
    'keda-operator',
    [
      ...['--enable-prometheus-metrics=false', '--health-probe-bind-address', `127.0.0.1:${probePort}`],
      ...['--metrics-service-bind-address', `127.0.0.1:${grpcPort}`, '--cert-dir', plane.certificates],
      ...['--enable-webhook-patching=false', '--enable-apiservice-patching=false'],
    ],
    environment,
  );
  const file = (name: string) => join(plane.certificates, name);
  plane.start(
    'keda-adapter',
    [
      ...['--bind-address', '127.0.0.1', '--secure-port', String(port), '--port', String(metricsPort)],
      ...['--cert-dir', plane.certificates, '--tls-cert-file', file('tls.crt'), '--tls-private-key-file', file('tls.key')],
      ...['--client-ca-file', file('ca.crt'), '--metrics-service-address', `localhost:${grpcPort}`],
      ...['lister', 'authentication', 'authorization'].flatMap((what) => [`--${what}-kubeconfig`, plane.kubeconfig]),
    ],
    environment,
  );
  const service = { name: 'keda-metrics-apiserver', namespace, port };
  await plane.ask('POST', `/api/v1/namespaces/${namespace}/services`, {
    metadata: { name: service.name },
    spec: { type: 'ExternalName', externalName: 'localhost' },
  });
  const caBundle = readFileSync(file('ca.crt')).toString('base64');
  const spec = { service, caBundle, group: 'external.metrics.k8s.io', version: 'v1beta1', groupPriorityMinimum: 100, versionPriority: 100 };
  await plane.ask('POST', '/apis/apiregistration.k8s.io/v1/apiservices', { metadata: { name: 'v1beta1.external.metrics.k8s.io' }, spec });
  const ready = () => plane.try('GET', '/apis/external.metrics.k8s.io/v1beta1').then(({ status }) => status);
  await until('KEDA answers for its metrics', 120_000, ready, (status) => status === 200);
}
