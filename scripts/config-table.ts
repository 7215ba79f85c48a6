/** Writes the README's table of settings from the schemas that check them and the sentences of wording. `--check` fails where the table is out of date. */
import { readFileSync, writeFileSync } from 'node:fs';
import { environmentSchema as api } from '@plimsoll/api/config';
import { environmentSchema as standalone } from '@plimsoll/standalone/config';
import { settingDescription } from '@plimsoll/wording/setting-description';
import { environmentSchema as worker } from '@plimsoll/workers/config';
import { z } from 'zod';

const readme = new URL('../README.md', import.meta.url);
const [from, to] = ['<!-- config-table -->', '<!-- /config-table -->'];

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

const rows = [...settings].map(([name, { default: fallback, readers }]) => {
  const shown = fallback === undefined || fallback === '' ? '' : `\`${fallback}\``;
  return `| \`${name}\` | ${shown} | ${settingDescription(name).replaceAll('|', '\\|')} | ${readers.join(', ')} |`;
});
const table = ['| setting | default | what it does | read by |', '|---|---|---|---|', ...rows].join('\n');

const text = readFileSync(readme, 'utf8');
const [start, end] = [text.indexOf(from), text.indexOf(to)];
if (start < 0 || end < start) throw new Error(`README.md lacks the lines ${from} and ${to}.`);
const next = `${text.slice(0, start + from.length)}\n${table}\n${text.slice(end)}`;
if (process.argv.includes('--check')) {
  if (next !== text) {
    process.stderr.write("The README's table of settings is out of date: run node scripts/config-table.ts\n");
    process.exit(1);
  }
} else writeFileSync(readme, next);
