/** A plan's requests, in a few words. */
import { words } from '../../words.ts';

export const requestedWords = words('requested', {
  one: '{{method}} {{url}}',
  unreadable: 'a target that cannot be read',
  inSequence_one: '{{count}} request in sequence · {{origin}}',
  inSequence_other: '{{count}} requests in sequence · {{origin}}',
  byWeight_one: '{{count}} request by weight · {{origin}}',
  byWeight_other: '{{count}} requests by weight · {{origin}}',
});
