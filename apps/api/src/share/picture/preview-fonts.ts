/**
 * Fonts of a preview picture, of ours alone: nothing of the machine's and nothing of the network is asked. Inter writes Latin, Greek, Cyrillic
 * and signs; letters of other scripts are cut, for the picture that has them, out of the small files that Noto comes in (SIL Open Font License).
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
// @ts-expect-error It has no types.
import subsetFont from 'subset-font';

// resvg reads TTF and OTF alone. Fontsource, which the web's Inter comes from, ships WOFF and WOFF2 only, cut up by script; so the
// same typeface is a package of its own here.
const inter = ['400Regular/Inter_400Regular', '600SemiBold/Inter_600SemiBold', '700Bold/Inter_700Bold'].map((name) =>
  fileURLToPath(import.meta.resolve(`@expo-google-fonts/inter/${name}.ttf`)),
);

/** The first that has a letter writes it: Han of Japanese and Korean names, too, is written as the Chinese write it. */
const families = ['hebrew', 'thai', 'sc', 'kr'].map((script) => `noto-sans-${script}`);
/** Between regular and semibold: where a letter is missing, resvg takes the first font that has it, whatever its weight. */
const weight = 500;

const byInter = /[\u0020-\u052f\u1e00-\u2bff]/;
/** Scripts that resvg joins with others in one line. Arabic beside Latin became boxes, and signs of Devanagari lost their places. */
const byNoto =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}\p{Script=Hebrew}\p{Script=Thai}\u3000-\u303f\uff00-\uffef]/u;

interface FontFile {
  readonly path: string;
  readonly ranges: readonly (readonly [from: number, to: number])[];
}

function readRanges(text: string): FontFile['ranges'] {
  return text.split(',').map((part) => {
    const [from = '', to = from] = part.trim().replace('U+', '').split('-');
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
  });
}

let files: readonly FontFile[] | null = null;

function listFiles(): readonly FontFile[] {
  files ??= families.flatMap((family) => {
    const pathOf = (file: string) => fileURLToPath(import.meta.resolve(`@fontsource-variable/${family}/${file}`));
    const subsets = JSON.parse(readFileSync(pathOf('unicode.json'), 'utf8')) as Record<string, string>;
    return Object.entries(subsets).map(([name, ranges]) => ({
      path: pathOf(`files/${family}-${name.replace(/[[\]]/g, '')}-wght-normal.woff2`),
      ranges: readRanges(ranges),
    }));
  });
  return files;
}

function findFile(letter: string): FontFile | undefined {
  const code = letter.codePointAt(0) ?? 0;
  return byNoto.test(letter) ? listFiles().find(({ ranges }) => ranges.some(([from, to]) => from <= code && code <= to)) : undefined;
}

/** In place of a letter, from where no letter is. */
const lost = '\u0000';
/** Letters, with the signs that belong to them. */
const isLetter = /[\p{L}\p{M}\p{N}]/u;

/** Without what cannot be drawn: it would be empty boxes. Words that are lost leave an ellipsis in their place, other signs nothing. */
export function drawable(words: string): string {
  return Array.from(words, (letter) => (byInter.test(letter) || findFile(letter) ? letter : isLetter.test(letter) ? lost : ' '))
    .join('')
    .replace(new RegExp(`${lost}[ ${lost}]*${lost}|${lost}`, 'g'), '…')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** Draws with files of fonts that have every letter of the text. */
export async function withFonts<Drawn>(text: string, draw: (fontFiles: string[]) => Promise<Drawn>): Promise<Drawn> {
  const letters = new Map<FontFile, string>();
  for (const letter of new Set(text)) {
    const file = byInter.test(letter) ? undefined : findFile(letter);
    if (file) letters.set(file, (letters.get(file) ?? '') + letter);
  }
  if (letters.size === 0) return draw(inter);
  const folder = await mkdtemp(join(tmpdir(), 'plimsoll-fonts-'));
  try {
    const cut: string[] = [];
    for (const [{ path }, some] of letters) {
      const small: Buffer = await subsetFont(await readFile(path), some, { targetFormat: 'truetype', variationAxes: { wght: weight } });
      const file = join(folder, `${cut.length}.ttf`);
      await writeFile(file, small);
      cut.push(file);
    }
    return await draw([...inter, ...cut]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
