/** A language for tests: each text of it stands between brackets, so that a test finds what no catalogue said. */
import { readdirSync } from 'node:fs';

const folder = new URL('../../wording/src/en/', import.meta.url);

/** All catalogues that the product speaks, by their names. */
export async function readCatalogues(): Promise<[name: string, spoken: object][]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.includes('.test.'),
  );
  const modules = await Promise.all(files.map((file) => import(new URL(file, folder).href) as Promise<Record<string, object>>));
  const spoken = modules.flatMap((module) => Object.entries(module)).filter(([name]) => name.endsWith('Words'));
  return spoken.map(([name, said]) => [name.slice(0, -'Words'.length), said]);
}

/** All of them in the language; `textOf` is that of `@plimsoll/wording/words`. */
export async function readPseudoLanguage<Text>(textOf: (spoken: never) => Text): Promise<Record<string, Text>> {
  return Object.fromEntries((await readCatalogues()).map(([name, said]) => [name, bracketed(textOf(said as never))]));
}

/** All texts of a catalogue, how deep ever. What a sentence shows of another stands between brackets, too. */
function bracketed<Text>(text: Text): Text {
  if (typeof text === 'string') return `⟦${text}⟧` as Text;
  if (Array.isArray(text)) return text.map(bracketed) as Text;
  return Object.fromEntries(Object.entries(text as object).map(([key, value]) => [key, bracketed(value)])) as Text;
}

/** The part of a sentence that no catalogue of the language said. */
export function outsideWords(said: string): string {
  const without = said.replace(/⟦[^⟦⟧]*⟧/g, '');
  return without === said ? said.trim() : outsideWords(without);
}
