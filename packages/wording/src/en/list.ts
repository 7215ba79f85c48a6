/** The words of lists. */
import { words } from '../words.ts';

export const listWords = words('list', {
  between: ', ',
  afterSentence: ' ',
  sentence: '{{text}}.',
  named: '{{name}}: {{value}}',
  and: '{{first}} and {{last}}',
  or: '{{first}} or {{last}}',
  andMore_one: '{{first}} and {{count}} more',
  andMore_other: '{{first}} and {{count}} more',
});

export const secondWords = words('second', {
  stretch: '{{from}} to {{to}}',
  named_one: 'second {{list}}',
  named_other: 'seconds {{list}}',
});

/** The time that has passed, short, for a column; and inside a sentence. */
export const agoWords = words('ago', {
  now: 'now',
  minutes: '{{text}}\u00a0min',
  hours: '{{text}}\u00a0h',
  days: '{{text}}\u00a0d',
  said: {
    now: 'just now',
    passed: '{{text}} ago',
    on: 'on {{day}}',
  },
});
