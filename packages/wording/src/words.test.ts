import { AsyncLocalStorage } from 'node:async_hooks';
import type { MetricDelta } from '@plimsoll/contracts/verdict';
import { readCatalogues, readPseudoLanguage } from '@plimsoll/testbed/pseudo-language';
import { afterEach, describe, expect, it } from 'vitest';
import type { headlineWords } from './en/comparison/verdict.ts';
import type { secondWords } from './en/list.ts';
import { metricShortWords } from './en/names.ts';
import { refusalWords } from './en/plan/refusal.ts';
import { comparisonHeadline } from './sentences/comparison/comparison-headline.ts';
import { issueSentence } from './sentences/refusal/refusal-sentence.ts';
import { validityReason } from './sentences/validity-reason.ts';
import { addLanguage, type Catalogue, speakTo, type Translation, textOf, words } from './words.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const worse: MetricDelta = {
  metric: 'throughput',
  base: 100,
  candidate: 80,
  delta: -20,
  deltaRelative: -0.2,
  interval: { low: -0.22, high: -0.18 },
  verdict: 'worse',
  reason: '',
  code: null,
};

afterEach(() => speakTo(() => 'en'));

describe('another language', () => {
  const second: Partial<Translation<typeof secondWords>> = { stretch: '{{from}}..{{to}}', named_other: 'ticks {{list}}' };
  const headline: Partial<Translation<typeof headlineWords>> = { slower: 'Down: {{metrics}}!', moved: '{{change}} {{metric}}' };
  addLanguage('toy', {
    second: { ...second, named_one: 'tick {{list}}' },
    headline,
    metricShort: { throughput: 'flow' },
    validityReason: { missing: '{{seconds}} gone, {{missing}} from {{of}}.' },
  });

  it('is its catalogues, and says whole sentences with its own order, plurals and names', () => {
    speakTo(() => 'toy');
    expect(plain(comparisonHeadline([worse], null, 0.03))).toBe('Down: −20.0 % flow!');
    expect(validityReason({ kind: 'missing', which: [3, 4, 5], of: 20 })).toBe('ticks 3..5 gone, 3 from 20.');
    expect(validityReason({ kind: 'missing', which: [3], of: 12_840 })).toBe('tick 3 gone, 1 from 12\u00a0840.');
  });

  it('falls back to English where it has no text', () => {
    speakTo(() => 'toy');
    expect(validityReason({ kind: 'worker_lost' })).toBe('The worker was lost: the last second or two may be missing.');
  });

  it('is spoken to each reader of a server who asks for it, at the same time', async () => {
    const reader = new AsyncLocalStorage<string>();
    speakTo(() => reader.getStore() ?? 'en');
    const answer = (language: string, waitMs: number) =>
      reader.run(language, async () => {
        await new Promise((resolve) => setTimeout(resolve, waitMs));
        return metricShortWords.throughput;
      });
    expect(await Promise.all([answer('toy', 3), answer('en', 1), answer('toy', 1)])).toEqual(['flow', 'throughput', 'flow']);
  });

  it('has the plurals of its own rules', () => {
    addLanguage('pl', { rows: { rows_one: '{{count}} wiersz', rows_few: '{{count}} wiersze', rows_other: '{{count}} wierszy' } });
    const rows = words('rows', { rows_one: '{{count}} row', rows_other: '{{count}} rows' });
    const said = () => [1, 3, 5].map((count) => rows.rows({ count }));
    expect(said()).toEqual(['1 row', '3 rows', '5 rows']);
    speakTo(() => 'pl');
    expect(said()).toEqual(['1 wiersz', '3 wiersze', '5 wierszy']);
  });

  it('must have every text with every placeholder, or the compiler refuses it', () => {
    const rows = words('rows', { title: 'Rows', of_one: '{{count}} of {{all}}', of_other: '{{count}} of {{all}}' });
    type Rows = Translation<typeof rows>;
    const whole: Rows = { title: '行', of_other: '{{all}} 行中的 {{count}} 行' };
    // @ts-expect-error: a text is missing.
    const part: Rows = { title: '行' };
    // @ts-expect-error: a placeholder is missing.
    const wrong: Rows = { title: '行', of_other: '{{count}} 行' };
    expect([whole, part, wrong].map(({ title }) => title)).toEqual(['行', '行', '行']);
  });
});

describe('every catalogue', async () => {
  const spoken = await readCatalogues();

  it('is called by one name, and says everything in another language as soon as that is read', async () => {
    const names = spoken.map(([name]) => name);
    expect(names.length).toBeGreaterThan(100);
    expect([...new Set(names)]).toEqual(names);
    addLanguage('pseudo', await readPseudoLanguage(textOf<Catalogue>));
    speakTo(() => 'pseudo');
    for (const [name, said] of spoken)
      expect(
        leaves(said).filter((text) => !text.startsWith('⟦')),
        name,
      ).toEqual([]);
    speakTo(() => 'en');
    for (const [name, said] of spoken)
      expect(
        leaves(said).filter((text) => text.startsWith('⟦')),
        name,
      ).toEqual([]);
  });
});

/** All that is said, functions with any count. */
function leaves(said: unknown): string[] {
  if (typeof said === 'string') return [said];
  if (typeof said === 'function') return [said({ count: 2 }) as string];
  return Object.values(said as object).flatMap(leaves);
}

it('says values as they are, whatever they look like', () => {
  const probe = words('probe', { got: 'Got {{text}}.' });
  expect(probe.got({ text: '{{uuid}} $t(refusal.give_name) $& <b>&' })).toBe('Got {{uuid}} $t(refusal.give_name) $& <b>&.');
});

it('groups numbers that nobody made a figure of, and leaves text as it is', () => {
  const probe = words('probe', { rows_one: '{{count}} row of {{all}}', rows_other: '{{count}} rows of {{all}}' });
  expect(plain(probe.rows({ count: 12_840, all: 9999 }))).toBe('12 840 rows of 9999');
  expect(plain(probe.rows({ count: 1, all: '12840' }))).toBe('1 row of 12840');
});

it('says calls or connections where they are counted, and requests elsewhere or where a text has no such form', () => {
  const probe = words('probe', {
    all: 'requests',
    all_calls: 'calls',
    all_sockets: 'connections',
    of_calls_one: 'a call',
    of_calls_other: 'calls',
    of_one: 'one',
    of_other: 'some',
  });
  expect([probe.all({}), probe.all({ context: 'calls' }), probe.all({ context: 'sockets' })]).toEqual(['requests', 'calls', 'connections']);
  expect([probe.of({ count: 1 }), probe.of({ count: 2 }), probe.of({ count: 1, context: 'calls' })]).toEqual(['one', 'some', 'a call']);
  expect(probe.of({ count: 2, context: 'sockets' })).toBe('some');
});

it('leaves what is no code of ours as Zod says it', () => {
  expect(issueSentence({ message: 'Invalid input: expected string, received number', values: {} })).toBe(
    'Invalid input: expected string, received number',
  );
  expect(issueSentence({ message: 'toString', values: {} })).toBe('toString');
  const codes = Object.keys(textOf(refusalWords));
  expect(codes.filter((code) => issueSentence({ message: code, values: {} }) === code)).toEqual([]);
});
