/**
 * Writes into the Helm chart what has its place elsewhere: the version of package.json, and the alerts, which Helm reads from the chart's own
 * folder only. `--check` fails where one of them is out of date, or where values.yaml does not name a secret.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { secretSettings } from '@plimsoll/settings/secret-files';
import { parse } from 'yaml';

const chart = 'deploy/helm/plimsoll';
const place = (file: string) => new URL(`../../${file}`, import.meta.url);
const read = (file: string) => readFileSync(place(file), 'utf8');

const { version } = JSON.parse(read('package.json')) as { version: string };
const parts = {
  [`${chart}/Chart.yaml`]: read(`${chart}/Chart.yaml`).replace(/^appVersion: .*$/m, `appVersion: ${version}`),
  [`${chart}/files/plimsoll.rules.yml`]: read('deploy/prometheus/plimsoll.rules.yml'),
};

function fail(reason: string): void {
  process.stderr.write(`${reason}\n`);
  process.exitCode = 1;
}

for (const [file, text] of Object.entries(parts)) {
  if (read(file) === text) continue;
  if (process.argv.includes('--check')) fail(`${file} is out of date: run node scripts/helm/chart-parts.ts`);
  else writeFileSync(place(file), text);
}
const { secrets } = parse(read(`${chart}/values.yaml`)) as { secrets: Record<string, unknown> };
for (const name of secretSettings) if (!(name in secrets)) fail(`${chart}/values.yaml does not name the secret ${name}.`);
