/** Things listed in a sentence. */
import { listWords, secondWords } from '../en/list.ts';

/** `a, b, c`, as a column or a chart lists things. */
export function joined(texts: readonly string[]): string {
  return texts.join(listWords.between);
}

/** `a`, `a and b`, `a, b and c`; or with "or" before the last. */
export function listed(texts: readonly string[], word: 'and' | 'or' = 'and'): string {
  const last = texts.at(-1);
  if (last === undefined) return '';
  return texts.length === 1 ? last : listWords[word]({ first: joined(texts.slice(0, -1)), last });
}

const mostListed = 3;

/** `a, b, c and 2 more` */
export function firstOf(texts: readonly string[]): string {
  const rest = texts.length - mostListed;
  return rest > 0 ? listWords.andMore({ first: joined(texts.slice(0, mostListed)), count: rest }) : listed(texts);
}

/** A word alone as a sentence: `Valid.` */
export function asSentence(text: string): string {
  return listWords.sentence({ text });
}

/** `Trend: p99` */
export function named(name: string, value: string): string {
  return listWords.named({ name, value });
}

/** Sentences one after the other, without those that are none. */
export function paragraph(texts: readonly (string | null | undefined | false)[]): string {
  return texts.filter(Boolean).join(listWords.afterSentence);
}

/** `“eu” and “us”`, with their number. */
export function regionsPhrase(labels: readonly string[]): { readonly regions: string; readonly count: number } {
  return { regions: listed(labels.map((label) => `“${label}”`)), count: labels.length };
}

const mostStretches = 3;

/** `second 3`, `seconds 3 to 7`, `seconds 3, 9 and 12`: at most three stretches by name. Seconds come in rising order. */
export function secondsPhrase(seconds: readonly number[]): string {
  const stretches: [number, number][] = [];
  for (const second of seconds) {
    const last = stretches.at(-1);
    if (last && last[1] === second - 1) last[1] = second;
    else stretches.push([second, second]);
  }
  const texts = stretches.slice(0, mostStretches).map(([from, to]) => (from === to ? String(from) : secondWords.stretch({ from, to })));
  const rest = stretches.length - texts.length;
  const list = rest > 0 ? listWords.andMore({ first: joined(texts), count: rest }) : listed(texts);
  return secondWords.named({ list, count: seconds.length });
}
