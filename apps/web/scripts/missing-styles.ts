/** Fails when the built JavaScript uses a Mantine component whose styles `src/app/mantine-styles.ts` leaves out. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const assets = fileURLToPath(new URL('../dist/assets/', import.meta.url));
const styles = join(dirname(fileURLToPath(import.meta.resolve('@mantine/core/styles.css'))), 'styles');
const built = (ending: string): string =>
  readdirSync(assets)
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(join(assets, name), 'utf8'))
    .join('\n');
const [scripts, sheets] = [built('.js'), built('.css')];
const missing = readdirSync(styles)
  .filter((name) => name.endsWith('.css') && !name.endsWith('.layer.css'))
  .filter((name) => {
    const classes = [...readFileSync(join(styles, name), 'utf8').matchAll(/\.(m_[a-f0-9]+)/g)].map(([, found = '']) => found);
    return classes.some((one) => scripts.includes(one) && !sheets.includes(one));
  });
if (missing.length > 0) {
  console.error(`src/app/mantine-styles.ts lacks ${missing.map((name) => basename(name, '.css')).join(', ')}.`);
  process.exitCode = 1;
}
