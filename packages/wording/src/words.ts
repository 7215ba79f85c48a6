/**
 * Every sentence people read stands in a catalogue: `export const runWords = words('run', { title: 'Run {{number}}' })` makes
 * `runWords.title({ number })`. A text without placeholders is a string. Endings choose a form: `_one` and `_other` by `count` and the
 * language's own rules, `_calls` where calls of gRPC are counted, `_sockets` where WebSockets are (`CountedAs`). Each access speaks the
 * reader's language.
 */
import type { CountedAs } from './counted-as.ts';
import { grouped } from './figures/number.ts';

export interface Catalogue {
  readonly [key: string]: string | readonly string[] | Catalogue;
}

type Context = '_calls' | '_sockets';
type Plural = '_one' | '_other' | `${Context}_one` | `${Context}_other`;
type InContext = Context | `${Context}_one` | `${Context}_other`;
/** The name of a text: its key without the ending of a form. */
type Bare<Key extends string> = Key extends `${infer Base}_one`
  ? Bare<Base>
  : Key extends `${infer Base}_other`
    ? Bare<Base>
    : Key extends `${infer Base}_calls` | `${infer Base}_sockets`
      ? Base
      : Key;
type With<Text, Base extends string, Ending extends string> = Extract<keyof Text, `${Base}${Ending}`>;
type Placeholder<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}` ? Name | Placeholder<Rest> : never;
type Names<Text, Base extends string> =
  | Placeholder<Text[With<Text, Base, '' | Plural | InContext>]>
  | ([With<Text, Base, Plural>] extends [never] ? never : 'count');
type Counted<Text, Base extends string> = [With<Text, Base, InContext>] extends [never] ? unknown : CountedAs;

type Said<Text, Key extends keyof Text & string, Base extends string = Bare<Key>> = Text[Key] extends string
  ? [Names<Text, Base>] extends [never]
    ? [With<Text, Base, InContext>] extends [never]
      ? string
      : (counted: CountedAs) => string
    : (values: Readonly<Record<Names<Text, Base>, string | number>> & Counted<Text, Base>) => string
  : Text[Key] extends readonly string[]
    ? readonly string[]
    : Spoken<Text[Key]>;

type Spoken<Text> = { readonly [Key in keyof Text & string as Bare<Key>]: Said<Text, Key> };

const source = Symbol('text');
/** A catalogue that speaks, with the text it was written in. */
export type Words<Text> = Spoken<Text> & { readonly [source]: Text };
/** The names of a catalogue's texts. */
export type Named<Of> = Extract<keyof Of, string>;
/** The text of a catalogue as it was written, of which translations are made. */
export const textOf = <Text>(spoken: { readonly [source]: Text }): Text => spoken[source];

type All<Name> = (Name extends string ? (text: `${string}{{${Name}}}${string}`) => void : never) extends (text: infer Text) => void
  ? Text
  : never;
type Translated<Text> = {
  readonly [Key in keyof Text as Key extends `${string}_one` ? never : Key]: Text[Key] extends string
    ? [Placeholder<Text[Key]>] extends [never]
      ? string
      : All<Placeholder<Text[Key]>>
    : Text[Key] extends readonly string[]
      ? readonly string[]
      : Translated<Text[Key]>;
};
/** The same texts in another language, each with its placeholders. Forms are those of that language's plurals, `_other` at least. */
export type Translation<Of> = Of extends { readonly [source]: infer Text } ? Translated<Text> : never;

/** Catalogues of a language by the name of their words. */
export type Language = Readonly<Record<string, Catalogue>>;

const languages = new Map<string, Language>();
let languageOfReader = (): string => 'en';

/** Adds a language whole; a text that it lacks is said in English. */
export function addLanguage(name: string, catalogues: Language): void {
  languages.set(name, catalogues);
}

/** Sets the source of the language: a browser has one; on a server it is the reader's of this moment, so an async context knows it. */
export function speakTo(language: () => string): void {
  languageOfReader = language;
}

/** The language that is spoken now. */
export function readersLanguage(): string {
  return languageOfReader();
}

/** The same as a page says it (BCP 47): Chinese with its script, by which a browser chooses the forms of letters. */
export function languageTag(): string {
  const language = readersLanguage();
  return language === 'zh' ? 'zh-Hans' : language;
}

/** All languages but English, as {@link addLanguage} was given them: a thread is told them. */
export function listLanguages(): (readonly [name: string, catalogues: Language])[] {
  return [...languages];
}

/** The words of a catalogue; `name` is what other languages call it by. Written in English. */
/* @__NO_SIDE_EFFECTS__ */
export function words<const Text extends Catalogue>(name: string, text: Text): Words<Text> {
  const spoken = new Map<Catalogue, Readonly<Record<string, unknown>>>();
  const now = () => {
    const language = languageOfReader();
    const own = languages.get(language)?.[name] ?? text;
    const known = spoken.get(own);
    if (known) return known;
    const made = speak(text, own, new Intl.PluralRules(own === text ? 'en' : language));
    spoken.set(own, made);
    return made;
  };
  const keys = new Set(Object.keys(text).map((key) => split(key).base));
  const getters = [...keys].map((key) => [key, { enumerable: true, get: () => now()[key] }] as const);
  return Object.defineProperties({ [source]: text }, Object.fromEntries(getters)) as Words<Text>;
}

const forms = /^(.*?)(_calls|_sockets)?(?:_(one|other))?$/;

function split(key: string): { readonly base: string; readonly counted: boolean; readonly plural: boolean } {
  const [, base = key, counted, plural] = forms.exec(key) ?? [];
  return { base, counted: counted !== undefined, plural: plural !== undefined };
}

/** `text` is English and says which texts are functions; `own` is what is said. */
function speak(text: Catalogue, own: Catalogue, rules: Intl.PluralRules): Readonly<Record<string, unknown>> {
  const said: Record<string, unknown> = {};
  for (const [key, english] of Object.entries(text)) {
    const { base, counted, plural } = split(key);
    if (typeof english === 'string' && (counted || plural || english.includes('{{'))) said[base] = sayer(base, text, own, rules);
    else if (base in said) continue;
    else if (typeof english === 'string' || Array.isArray(english)) said[base] = own[key] ?? english;
    else said[base] = speak(english as Catalogue, (own[key] ?? english) as Catalogue, rules);
  }
  return said;
}

type Values = Readonly<Record<string, unknown>>;

/** Has the catalogue a text of this name? */
export function isSaid<Said extends object>(spoken: Said, name: string): name is Named<Said> {
  return Object.hasOwn(spoken, name);
}

/** The text found by a code: the place that raises the code checks that the values are those the text names. */
export function say(said: string | ((values: never) => string), values: Values): string {
  return typeof said === 'string' ? said : said(values as never);
}

function sayer(base: string, text: Catalogue, own: Catalogue, rules: Intl.PluralRules): (values: Values) => string {
  return (values) => {
    const plural = `_${rules.select(Number(values.count))}`;
    const named = typeof values.context === 'string' ? [`${base}_${values.context}`, base] : [base];
    const keys = named.flatMap((name) => [`${name}${plural}`, `${name}_other`, name]);
    const form = keys.map((key) => own[key]).find(isText) ?? keys.map((key) => text[key]).find(isText) ?? '';
    return form.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => figure(values[name]));
  };
}

const isText = (text: unknown) => typeof text === 'string';

/** A number that no figure has been made of is grouped: 12 840 as everywhere. A number that must not be, as a port, is given as text. */
function figure(value: unknown): string {
  return typeof value === 'number' ? grouped(String(value)) : String(value);
}
