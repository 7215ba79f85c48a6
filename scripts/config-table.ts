/**
 * Writes the table of settings in docs/configuration.md from the schemas that check them and the sentences of wording, and has
 * docker-compose.yml hand each to the containers that read it.
 * `--check` fails where one of the two is out of date.
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

const parts: readonly Part[] = [
  {
    file: 'docs/configuration.md',
    from: '<!-- config-table -->',
    to: '<!-- /config-table -->',
    lines: ['| setting | default | what it does | read by |', '|---|---|---|---|', ...rows],
  },
  ...composed,
];

for (const { file, from, to, lines } of parts) {
  const path = new URL(`../${file}`, import.meta.url);
  const text = readFileSync(path, 'utf8');
  const [start, end] = [text.indexOf(from), text.indexOf(to)];
  if (start < 0 || end < start) throw new Error(`${file} lacks the lines ${from} and ${to}.`);
  const next = `${text.slice(0, start + from.length)}\n${lines.join('\n')}\n${text.slice(end)}`;
  if (next === text) continue;
  if (!process.argv.includes('--check')) {
    writeFileSync(path, next);
    continue;
  }
  process.stderr.write(`${file} is out of date with the settings: run node scripts/config-table.ts\n`);
  process.exitCode = 1;
}
