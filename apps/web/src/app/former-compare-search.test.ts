import { expect, it } from 'vitest';
import { parseSearch, stringifySearch } from '../ui/search-text.ts';
import { withoutOthers } from './former-compare-search.ts';

const today = (text: string) => {
  const search = withoutOthers(parseSearch(text));
  return search && stringifySearch(search);
};

it('a kept link to a comparison of several arms opens as one of today', () => {
  expect(today('?base=a&candidate=b,c&others=d&others=e,f&from=2&to=9')).toBe(
    '?base=a&from=2&to=9&candidate=b,c&candidate=d&candidate=e,f',
  );
  expect(today('?base=a&candidate=b&others=c')).toBe('?base=a&candidate=b&candidate=c');
  expect(today('?base=a&others=c')).toBe('?base=a&candidate=c');
});

it('leaves a link of today as it is', () => {
  expect(today('?base=a&candidate=b&candidate=c')).toBeNull();
  expect(today('')).toBeNull();
});
