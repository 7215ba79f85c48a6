/** Flags of a command by the tool's own table: what becomes part of the plan, and what has no place in it. */

import type { Unmapped } from '@plimsoll/contracts/imported-command';
import { isSecretName, maskedSecret } from '@plimsoll/contracts/problem';
import { refusal } from '@plimsoll/contracts/refusal';
import type { WhyUnmapped } from '@plimsoll/wording/en/import';
import { importedWords } from '@plimsoll/wording/en/import';
import { ImportError } from '../import-error.ts';

/** Flags by words with spaces between; one that takes a value ends in `=`. */
export interface FlagTable<Name extends string> {
  /** `getopt`: `-kc10`, `--name value`, `--name=value`. `go`: `-name value`, `--name=value`, one letter or more. */
  readonly style: 'getopt' | 'go';
  /** Flags that become part of the plan, by the name they are read by. */
  readonly read: Readonly<Record<Name, string>>;
  /** Flags that do not, by the reason. */
  readonly unmapped: Readonly<Partial<Record<WhyUnmapped, string>>>;
}

export interface Given {
  readonly flag: string;
  readonly value: string;
}

export interface GivenFlags<Name extends string> {
  /** Values in their order; of a flag without one, `true`. */
  all(name: Name): readonly Given[];
  last(name: Name): Given | undefined;
  /** Is it given, and not switched off (`-name=false`)? */
  has(name: Name): boolean;
  /** Words that belong to no flag. */
  readonly words: readonly string[];
  readonly unmapped: readonly Unmapped[];
}

interface Meaning {
  readonly name?: string;
  readonly why?: WhyUnmapped;
  readonly takesValue: boolean;
}

/** Words whose value is a credential, though their name does not say so. */
const credentials = /^(-u|-U|-P|-a|--user|--proxy-user|--tlsuser|--pass|--proxy-pass|-user|-x|--proxy|-proxy)$/;

/** A key is named by its file; tokens of a language model are counted. */
function isSecret(flag: string): boolean {
  return credentials.test(flag) || (isSecretName(flag) && !/^-+(proxy-)?key(-type)?$|^--tokenizer|-tokens?-/.test(flag));
}

export function listUnmapped(flag: string, value: string | null, why: WhyUnmapped): Unmapped {
  const secret = value !== null && (isSecret(flag) || isSecretName(/^["']?([\w-]+)["']?\s*[:=]/.exec(value)?.[1] ?? ''));
  return { flag, value: secret ? maskedSecret : value, why: importedWords.why[why] };
}

/** Flags that were read and still have no place in the plan. */
export function listGiven(given: readonly Given[], why: WhyUnmapped): Unmapped[] {
  return given.map(({ flag, value }) => listUnmapped(flag, value === 'true' ? null : value, why));
}

/** Throws ImportError where a flag lacks its value. */
export function readFlags<Name extends string>(table: FlagTable<Name>, words: readonly string[]): GivenFlags<Name> {
  const meanings = listMeanings(table);
  const given = new Map<string, Given[]>();
  const plain: string[] = [];
  const unmapped: Unmapped[] = [];
  let at = 0;
  const next = (flag: string): string => {
    at += 1;
    const value = words[at];
    if (value === undefined) throw new ImportError(refusal('flag_needs_value', { flag }));
    return value;
  };
  const take = (flag: string, inline: string | undefined) => {
    const meaning = meanings.get(flag) ?? meanings.get(flag.replace(/^--?/, table.style === 'go' ? '-' : '--'));
    if (!meaning) {
      const follows = words[at + 1];
      const value = inline ?? (follows !== undefined && isLikelyValue(follows) && at + 2 < words.length ? next(flag) : null);
      unmapped.push(listUnmapped(flag, value, 'unknown'));
      return;
    }
    const value = meaning.takesValue ? (inline ?? next(flag)) : (inline ?? 'true');
    if (meaning.why) unmapped.push(listUnmapped(flag, meaning.takesValue || inline !== undefined ? value : null, meaning.why));
    else given.set(meaning.name ?? '', [...(given.get(meaning.name ?? '') ?? []), { flag, value }]);
  };
  for (; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === '--') continue;
    if (!/^-./.test(word)) plain.push(word);
    else if (table.style === 'go' || word.startsWith('--')) {
      const [, flag = '', inline] = /^(-[^=]+)(?:=([\s\S]*))?$/.exec(word) ?? [];
      take(flag, inline);
    } else takeLetters(word, meanings, take);
  }
  const all = (name: Name) => given.get(name) ?? [];
  return { all, last: (name) => all(name).at(-1), has: (name) => (all(name).at(-1)?.value ?? 'false') !== 'false', words: plain, unmapped };
}

/** `-kc10` is `-k -c 10`. */
function takeLetters(word: string, meanings: ReadonlyMap<string, Meaning>, take: (flag: string, inline: string | undefined) => void) {
  for (let letter = 1; letter < word.length; letter += 1) {
    const flag = `-${word[letter]}`;
    const rest = word.slice(letter + 1);
    const meaning = meanings.get(flag);
    if (meaning && !meaning.takesValue) {
      take(flag, undefined);
      continue;
    }
    take(flag, rest === '' ? undefined : rest.replace(/^=/, ''));
    return;
  }
}

function isLikelyValue(word: string): boolean {
  return !word.startsWith('-') && !/^https?:\/\//.test(word);
}

function listMeanings(table: FlagTable<string>): Map<string, Meaning> {
  const meanings = new Map<string, Meaning>();
  const add = (flags: string, meaning: Omit<Meaning, 'takesValue'>) => {
    for (const flag of flags.split(' ')) meanings.set(flag.replace(/=$/, ''), { ...meaning, takesValue: flag.endsWith('=') });
  };
  for (const [name, flags] of Object.entries(table.read)) add(flags, { name });
  for (const [why, flags] of Object.entries(table.unmapped)) add(flags, { why: why as WhyUnmapped });
  return meanings;
}
