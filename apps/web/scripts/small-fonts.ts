/**
 * A plugin of Vite that cuts the small files of `src/app/fonts.css` out of the fonts: the letters of their ranges, the weights and the
 * features that our sheets ask for. A third of the bytes of the whole.
 */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
// @ts-expect-error It has no types.
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const sheet = fileURLToPath(new URL('../src/app/fonts.css', import.meta.url));
const folder = fileURLToPath(new URL('../.fonts/', import.meta.url));
/** Code has one weight. */
const cuts = {
  inter: { keepFeatures: ['kern', 'ccmp', 'tnum', 'cv11', 'ss01'], wght: { min: 400, max: 700 } },
  'jetbrains-mono': { keepFeatures: ['kern', 'ccmp'], wght: 400 },
};

/** The letters of a `unicode-range`. */
function listLetters(range: string): string {
  return range
    .split(',')
    .map((part) => part.trim().replace('U+', '').split('-'))
    .flatMap(([from = '', to = from]) => {
      const first = Number.parseInt(from, 16);
      return Array.from({ length: Number.parseInt(to, 16) - first + 1 }, (_, at) => String.fromCodePoint(first + at));
    })
    .join('');
}

async function cutFonts(): Promise<void> {
  const css = readFileSync(sheet, 'utf8');
  mkdirSync(folder, { recursive: true });
  for (const [name, { keepFeatures, wght }] of Object.entries(cuts)) {
    const small = `${folder}${name}.woff2`;
    const newest = Math.max(...[sheet, fileURLToPath(import.meta.url)].map((path) => statSync(path).mtimeMs));
    if (existsSync(small) && statSync(small).mtimeMs > newest) continue;
    const range = new RegExp(`${name}\\.woff2[^}]*unicode-range:\\s*([^;]+);`).exec(css)?.[1];
    if (range === undefined) throw new Error(`fonts.css has no range for ${name}.woff2.`);
    const whole = fileURLToPath(import.meta.resolve(`@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`));
    const options = { targetFormat: 'woff2', keepFeatures, variationAxes: { wght } } as const;
    writeFileSync(small, await subsetFont(readFileSync(whole), listLetters(range), options));
  }
}

export const smallFonts = (): Plugin => ({ name: 'small-fonts', buildStart: cutFonts });
