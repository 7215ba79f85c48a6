/**
 * Tries the Helm chart: `helm lint`, values that must be refused, and each manifest against the schemas of Kubernetes, KEDA and the Prometheus operator.
 * Brings helm and kubeconform where Go is installed, and says in a line why it cannot try where it is not.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { writeSchemas } from './schemas.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const chart = join(root, 'deploy/helm/plimsoll');
const full = join(root, 'scripts/helm/full.yaml');
const tools = join(root, 'node_modules/.cache/helm-tools');
const environment = { ...process.env, PATH: `${process.env.PATH}${delimiter}${tools}` };
const kubeVersion = '1.36.0';

const say = (line: string) => process.stdout.write(`${line}\n`);
const has = (program: string, ...args: string[]) => spawnSync(program, args, { env: environment, stdio: 'ignore' }).status === 0;
const run = (program: string, ...args: string[]) =>
  spawnSync(program, args, { env: environment, encoding: 'utf8', cwd: root, maxBuffer: 64 * 1024 ** 2 });

function must(what: string, { status, stdout, stderr }: ReturnType<typeof run>): string {
  if (status !== 0) throw new Error(`${what} failed:\n${stdout}${stderr}`);
  say(`✓ ${what}`);
  return stdout;
}

const render = (...values: string[]) => run('helm', 'template', 'plimsoll', chart, '--kube-version', kubeVersion, ...values);

/** The secrets and the settings that a process gets, by its Deployment or Job. */
function environmentOf(manifests: string, name: string): Map<string, string> {
  for (const document of parseAllDocuments(manifests)) {
    const { kind, metadata, spec } = document.toJS() ?? {};
    if (!/^(Deployment|Job)$/.test(kind) || metadata.name !== name) continue;
    const variables = spec.template.spec.containers[0].env as { name: string; value?: string }[];
    return new Map(variables.map((variable) => [variable.name, variable.value ?? '']));
  }
  throw new Error(`no ${name} among the manifests`);
}

function expectEqual(what: string, got: unknown, wanted: unknown): void {
  if (JSON.stringify(got) !== JSON.stringify(wanted))
    throw new Error(`${what}: ${JSON.stringify(got)} in place of ${JSON.stringify(wanted)}`);
  say(`✓ ${what}`);
}

function judgeEnvironments(manifests: string): void {
  const [api, worker, migrations] = ['api', 'worker-eu', 'migrations'].map((part) => environmentOf(manifests, `plimsoll-${part}`));
  const secretsOf = (variables?: Map<string, string>) =>
    [...(variables?.keys() ?? [])].filter((name) => name.endsWith('_FILE') && name !== 'PLIMSOLL_ALIVE_FILE');
  expectEqual('the hook alone has the role that changes the schema', secretsOf(migrations), [
    'DATABASE_URL_FILE',
    'MIGRATE_DATABASE_URL_FILE',
  ]);
  const ofBoth = [
    'DATABASE_URL',
    'PLIMSOLL_SECRET_KEY',
    'PLIMSOLL_METRICS_TOKEN',
    'PLIMSOLL_S3_ACCESS_KEY_ID',
    'PLIMSOLL_S3_SECRET_ACCESS_KEY',
  ];
  const files = (names: readonly string[]) => names.map((name) => `${name}_FILE`);
  const telemetry = 'OTEL_EXPORTER_OTLP_HEADERS';
  expectEqual('the API has its secrets as files', secretsOf(api), files([...ofBoth, 'SMTP_URL', 'PLIMSOLL_OIDC_CLIENT_SECRET', telemetry]));
  expectEqual('a worker has its own', secretsOf(worker), files([...ofBoth, telemetry]));
  const trusting = [api, worker, migrations].map((variables) => variables?.get('NODE_EXTRA_CA_CERTS'));
  expectEqual('all trust the authority', trusting, Array(3).fill('/run/secrets/plimsoll/authority.pem'));
  expectEqual('the API knows the pools that are scaled', api?.get('PLIMSOLL_POOLS'), 'eu:8,*:8');
  expectEqual('a large number is written in digits', worker?.get('PLIMSOLL_MAX_RATE'), '1500000');
  expectEqual(
    'a worker drains and has its label',
    [worker?.get('PLIMSOLL_DRAIN_SECONDS'), worker?.get('PLIMSOLL_WORKER_LABELS')],
    ['3600', 'eu'],
  );
  expectEqual('a worker gets nothing that only the API reads', worker?.has('PLIMSOLL_TRUSTED_PROXIES'), false);
}

/** All alerts but the one that `full` leaves out, each as it stands in the file for a Prometheus without an operator. */
function judgeAlerts(manifests: string): void {
  const rules = (groups: { rules: { alert: string }[] }[]) => groups.flatMap((group) => group.rules);
  const file = parse(readFileSync(join(root, 'deploy/prometheus/plimsoll.rules.yml'), 'utf8'));
  const resource = parseAllDocuments(manifests).find((document) => document.get('kind') === 'PrometheusRule');
  const sorted = (alerts: { alert: string }[]) => alerts.map((rule) => stringify(rule, { sortMapEntries: true }));
  expectEqual(
    'the alerts are those of Prometheus without an operator',
    sorted(rules(resource?.toJS().spec.groups)),
    sorted(rules(file.groups).filter(({ alert }) => alert !== 'PlimsollLoadHeld')),
  );
}

function tryChart(folder: string): void {
  must('helm lint', run('helm', 'lint', '--strict', chart));
  must('helm lint of everything', run('helm', 'lint', '--strict', chart, '-f', full));
  for (const [why, value] of [
    ['an unknown setting', 'settings.PLIMSOLL_TARGET=x'],
    ['a secret as a value', 'settings.PLIMSOLL_SECRET_KEY=x'],
    ['a misspelt value', 'api.replica=3'],
    ['no API', 'api.replicas=0'],
    ['an alert that there is not', 'metrics.alerts.except={PlimsollLoadHold}'],
  ] as const)
    expectEqual(`${why} is refused`, render('-f', full, '--set', value).status !== 0, true);
  const location = writeSchemas(join(folder, 'schemas'));
  const conform = (what: string, manifests: string) => {
    const { status, stdout, stderr } = spawnSync('kubeconform', ['-strict', '-summary', '-schema-location', location, '-'], {
      env: environment,
      input: manifests,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${what}:\n${stdout}${stderr}`);
    say(`✓ ${what}: ${stdout.trim()}`);
    return stdout;
  };
  conform('kubeconform of the defaults', must('helm template', render()));
  const manifests = must('helm template of everything', render('-f', full));
  conform('kubeconform of everything', manifests);
  conform(
    'kubeconform with the trigger of Prometheus',
    must('helm template with it', render('-f', full, '--set', 'keda.trigger=prometheus')),
  );
  judgeEnvironments(manifests);
  judgeAlerts(manifests);
  // The schemas can fail: a field that Kubernetes does not know.
  const broken = spawnSync('kubeconform', ['-strict', '-schema-location', location, '-'], {
    env: environment,
    input: manifests.replaceAll('automountServiceAccountToken', 'automountServiceAccountTokens'),
    encoding: 'utf8',
  });
  expectEqual('a misspelt field of a manifest is found', broken.status !== 0, true);
}

const needs = { helm: 'helm.sh/helm/v3/cmd/helm@v3.22.0', kubeconform: 'github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0' };
const missing = Object.entries(needs).filter(([program]) => !has(program, program === 'helm' ? 'version' : '-v'));
if (!has('go', 'version')) say('skipped: Go is not installed here, which brings helm, kubeconform and the schemas.');
else {
  for (const [program, module] of missing) {
    say(`${program} is built once (${module})…`);
    execFileSync('go', ['install', module], { env: { ...environment, GOBIN: tools }, stdio: 'inherit' });
  }
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-helm-'));
  try {
    tryChart(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
