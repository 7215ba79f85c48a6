/**
 * Writes the table of settings in docs/configuration.md from the schemas that check them and the sentences of wording, and has
 * docker-compose.yml and the Helm chart hand each to the processes that read it.
 * `--check` fails where one of them is out of date.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { environmentSchema as api } from '@plimsoll/api/config';
import { secretSettings } from '@plimsoll/settings/secret-files';
import { environmentSchema as standalone } from '@plimsoll/standalone/config';
import { settingDescription } from '@plimsoll/wording/setting-description';
import { environmentSchema as worker } from '@plimsoll/workers/config';
import { z } from 'zod';

/** The lines between two marks of a file, made from the settings. */
interface Part {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly lines: readonly string[];
}

interface Setting {
  readonly default?: unknown;
  readonly readers: string[];
}

const settings = new Map<string, Setting>();
for (const [reader, schema] of [
  ['npm start', standalone],
  ['api', api],
  ['worker', worker],
] as const) {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  for (const [name, value] of Object.entries(properties)) {
    const known = settings.get(name);
    if (known) known.readers.push(reader);
    settings.set(name, {
      default: typeof value === 'object' ? value.default : undefined,
      ...known,
      readers: known?.readers ?? [reader],
    });
  }
}

const secrets: readonly string[] = secretSettings;
for (const name of settings.keys())
  if (/SECRET|PASSWORD|TOKEN|KEY|DATABASE_URL/.test(name) && !secrets.includes(name))
    throw new Error(
      `${name} is a secret: name it in secretSettings of packages/settings/src/secret-files.ts, so that it may stand in a file.`,
    );

const rows = [...settings].map(([name, { default: fallback, readers }]) => {
  const shown = fallback === undefined || fallback === '' ? '' : `\`${fallback}\``;
  const inFile = secrets.includes(name) ? `, \`${name}_FILE\`` : '';
  return `| \`${name}\`${inFile} | ${shown} | ${settingDescription(name).replaceAll('|', '\\|')} | ${readers.join(', ')} |`;
});

/** docker-compose.yml sets these by hand: they are what the form is made of, or have a default of its own. */
const setByHand = new Set([
  'PORT',
  'HOST',
  'DATABASE_URL',
  'REDIS_URL',
  'PLIMSOLL_SECRET_KEY',
  'PLIMSOLL_BASE_URL',
  'PLIMSOLL_TARGETS',
  'PLIMSOLL_ALIVE_FILE',
  'PLIMSOLL_WORKER_COMMAND',
]);
/** Each container gets what it reads and nothing else. */
const composed: Part[] = (
  [
    ['both', (readers) => readers.includes('api') && readers.includes('worker')],
    ['the api', (readers) => readers.includes('api') && !readers.includes('worker')],
    ['the worker', (readers) => readers.includes('worker') && !readers.includes('api')],
  ] satisfies [string, (readers: readonly string[]) => boolean][]
).map(([whose, isRead]) => ({
  file: 'docker-compose.yml',
  from: `  # settings of ${whose}: written by node scripts/config-table.ts`,
  to: `  # /settings of ${whose}`,
  lines: [...settings].filter(([name, { readers }]) => !setByHand.has(name) && isRead(readers)).map(([name]) => `  ${name}: \${${name}:-}`),
}));

/** The chart hands each process what it reads, as docker-compose.yml does: a list of names of each kind. The hook alone changes the schema. */
const chart = 'deploy/helm/plimsoll';
const kinds = { api: 'api', worker: 'worker', migrations: 'npm start' } as const;
const chartLists = Object.entries(kinds).flatMap(([kind, reader]) => {
  const read = [...settings].filter(([, { readers }]) => readers.includes(reader)).map(([name]) => name);
  const lists = {
    secretsOf:
      kind === 'migrations'
        ? ['DATABASE_URL', 'MIGRATE_DATABASE_URL']
        : read.filter((name) => secrets.includes(name) && name !== 'MIGRATE_DATABASE_URL'),
    settingsOf: kind === 'migrations' ? [] : read.filter((name) => !secrets.includes(name)),
  };
  return Object.entries(lists).map(([list, names]) => `{{- define "plimsoll.${list}.${kind}" }}${JSON.stringify(names)}{{ end }}`);
});

const parts: readonly Part[] = [
  {
    file: 'docs/configuration.md',
    from: '<!-- config-table -->',
    to: '<!-- /config-table -->',
    lines: ['| setting | default | what it does | read by |', '|---|---|---|---|', ...rows],
  },
  ...composed,
  {
    file: `${chart}/templates/_settings.tpl`,
    from: '{{/* settings: written by node scripts/config-table.ts */}}',
    to: '{{/* /settings */}}',
    lines: chartLists,
  },
];

/** The chart sets these itself. */
const setByChart = new Set([
  'PORT',
  'HOST',
  'PLIMSOLL_DATA_DIR',
  'PLIMSOLL_ALIVE_FILE',
  'PLIMSOLL_WORKER_LABELS',
  'PLIMSOLL_THREADS',
  'PLIMSOLL_DRAIN_SECONDS',
  'PLIMSOLL_METRICS_PORT',
  'PLIMSOLL_POOLS',
  'PLIMSOLL_POOL_SECONDS',
]);

/** The schema of the chart's values with the settings in it; what they may be is checked by who reads them. */
function withSettings(text: string): string {
  const schema = JSON.parse(text);
  const setting = (name: string) => ({ type: ['string', 'number', 'boolean', 'null'], description: settingDescription(name) });
  schema.$defs.settings.properties = Object.fromEntries(
    [...settings.keys()].filter((name) => !setByChart.has(name) && !secrets.includes(name)).map((name) => [name, setting(name)]),
  );
  schema.$defs.secrets.properties = Object.fromEntries(
    secrets.map((name) => [name, { description: settingDescription(name), oneOf: [{ type: 'null' }, { $ref: '#/$defs/secret' }] }]),
  );
  return `${JSON.stringify(schema, null, 2)}\n`;
}

function writeOrCheck(file: string, change: (text: string) => string): void {
  const path = new URL(`../${file}`, import.meta.url);
  const text = readFileSync(path, 'utf8');
  const next = change(text);
  if (next === text) return;
  if (!process.argv.includes('--check')) {
    writeFileSync(path, next);
    return;
  }
  process.stderr.write(`${file} is out of date with the settings: run node scripts/config-table.ts\n`);
  process.exitCode = 1;
}

for (const { file, from, to, lines } of parts)
  writeOrCheck(file, (text) => {
    const [start, end] = [text.indexOf(from), text.indexOf(to)];
    if (start < 0 || end < start) throw new Error(`${file} lacks the lines ${from} and ${to}.`);
    return `${text.slice(0, start + from.length)}\n${lines.join('\n')}\n${text.slice(end)}`;
  });
writeOrCheck(`${chart}/values.schema.json`, withSettings);
