import type { MetricDelta } from '@plimsoll/contracts/verdict';
import { afterEach, describe, expect, it } from 'vitest';
import type { verdictText } from './en/comparison/verdict.ts';
import type { listText } from './en/list.ts';
import type { namesText } from './en/names.ts';
import { refusalText } from './en/plan/refusal.ts';
import type { validityText } from './en/run/validity.ts';
import { comparisonHeadline } from './sentences/comparison/comparison-headline.ts';
import { issueSentence } from './sentences/refusal/refusal-sentence.ts';
import { validityReason } from './sentences/validity-reason.ts';
import { addLanguage, speakerOf, speech, type Translation } from './speaker.ts';

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
};

afterEach(() => speech.changeLanguage('en'));

describe('another language', () => {
  const list: Translation<typeof listText> = {
    second: { stretch: '{{from}}..{{to}}', named_one: 'tick {{list}}', named_other: 'ticks {{list}}' },
  };
  const validity: Translation<typeof validityText> = {
    validityReason: { missing: '{{seconds}} gone, {{missing}} from {{of}}.' },
  };
  const verdict: Translation<typeof verdictText> = {
    headline: { worse: 'Down{{scope}}: {{metrics}}!', moved: '{{change}} {{metric}}' },
  };
  const names: Translation<typeof namesText> = { metricShort: { throughput: 'flow' } };
  addLanguage('toy', [list, validity, verdict, names]);

  it('is its catalogues, and says whole sentences with its own order, plurals and names', async () => {
    await speech.changeLanguage('toy');
    expect(plain(comparisonHeadline([worse], null, '', 0.03))).toBe('Down: −20.0 % flow!');
    expect(validityReason({ kind: 'missing', which: [3, 4, 5], of: 20 })).toBe('ticks 3..5 gone, 3 from 20.');
    expect(validityReason({ kind: 'missing', which: [3], of: 12_840 })).toBe('tick 3 gone, 1 from 12\u00a0840.');
  });

  it('falls back to English where it has no text', async () => {
    await speech.changeLanguage('toy');
    expect(validityReason({ kind: 'worker_lost' })).toBe('The worker was lost: the last second or two may be missing.');
  });

  it('leaves English as it was', () => {
    expect(plain(comparisonHeadline([worse], null, '', 0.03))).toBe('Worse: throughput −20.0 %.');
    expect(validityReason({ kind: 'missing', which: [3, 4, 5], of: 20 })).toBe(
      '3 of 20 seconds are missing (seconds 3 to 5) and left out of every figure.',
    );
  });
});

it('says values as they are, whatever they look like', () => {
  const say = speakerOf({ zzProbe: 'Got {{text}}.' });
  expect(say('zzProbe', { text: '{{uuid}} $t(refusal.give_name) <b>&' })).toBe('Got {{uuid}} $t(refusal.give_name) <b>&.');
});

it('groups numbers that nobody made a figure of, and leaves text as it is', () => {
  const say = speakerOf({ zzCount_one: '{{count}} row of {{all}}', zzCount_other: '{{count}} rows of {{all}}' });
  expect(plain(say('zzCount', { count: 12_840, all: 9999 }))).toBe('12 840 rows of 9999');
  expect(plain(say('zzCount', { count: 1, all: '12840' }))).toBe('1 row of 12840');
});

it('leaves what is no code of ours as Zod says it', () => {
  expect(issueSentence({ message: 'Invalid input: expected string, received number', values: {} })).toBe(
    'Invalid input: expected string, received number',
  );
  expect(issueSentence({ message: 'toString', values: {} })).toBe('toString');
  expect(Object.keys(refusalText.refusal).filter((code) => issueSentence({ message: code, values: {} }) === code)).toEqual([]);
});
