/**
 * Sentences by key. Every sentence people read stands in a catalogue (`en/…`), with `{{placeholders}}` and i18next's plurals (`_one`,
 * `_other`); what builds a sentence takes data, chooses a key and fills in figures. English is what the keys are checked against, and
 * what stands where another language has no text of its own.
 */
import i18next, { type FormatterModule } from 'i18next';
import { grouped } from './figures/number.ts';

export interface Catalogue {
  readonly [key: string]: string | readonly string[] | Catalogue;
}

/** The same keys in another language; what is missing is said in English. */
export type Translation<Text> = { readonly [Key in keyof Text]?: Text[Key] extends string ? string : Translation<Text[Key]> };

type Plain<Key extends string> = Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key;
/** `validity.shortfall`: the path of a sentence, without its plural's ending. */
type KeyOf<Text, Before extends string = ''> = {
  [Key in keyof Text & string]: Text[Key] extends string ? `${Before}${Plain<Key>}` : KeyOf<Text[Key], `${Before}${Key}.`>;
}[keyof Text & string];
type TextAt<Text, Path extends string> = Path extends `${infer Head}.${infer Rest}`
  ? Head extends keyof Text
    ? TextAt<Text[Head], Rest>
    : never
  : Path extends keyof Text
    ? Text[Path]
    : `${Path}_one` extends keyof Text
      ? Text[`${Path}_one`] | (`${Path}_other` extends keyof Text ? Text[`${Path}_other`] : never) | '{{count}}'
      : never;
type Placeholder<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}` ? Name | Placeholder<Rest> : never;
type Values<Text, Path extends string> = Placeholder<TextAt<Text, Path>>;

/** The sentence of a key with every placeholder filled in; `count` chooses the plural. */
export type Say<Text> = <Key extends KeyOf<Text>>(
  key: Key,
  ...values: [Values<Text, Key>] extends [never] ? [] : [Readonly<Record<Values<Text, Key>, string | number>>]
) => string;

/** Writes a number that no figure has been made of: 12 840 as everywhere. What must not be grouped, as a port, is given as text. */
const numbers: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown) => (typeof value === 'number' ? grouped(String(value)) : value) as string,
};

/** The one instance of this process: the web ties React to it. */
export const speech = i18next;
void speech.use(numbers).init({
  lng: 'en',
  fallbackLng: 'en',
  resources: {},
  interpolation: { escapeValue: false, alwaysFormat: true },
  initAsync: false,
});

/** Adds a catalogue to a language: beside what it has, or in place of the same keys. */
export function addText(language: string, text: Catalogue): void {
  speech.addResourceBundle(language, 'translation', text, true, true);
}

/** Adds a whole language: its catalogues have the keys of the English ones (`Translation<typeof validityText>`). */
export function addLanguage(language: string, catalogues: readonly Catalogue[]): void {
  for (const text of catalogues) addText(language, text);
}

/** i18next's own types know one list of keys a program; each speaker has its own. */
const translate = speech.t as unknown as (key: string, values?: Readonly<Record<string, string | number>>) => string;

/** What says the sentences of this English catalogue, in the language the process speaks. */
export function speakerOf<const Text extends Catalogue>(text: Text): Say<Text> {
  addText('en', text);
  return (key, ...[values]) => translate(key, values);
}
