import type { Extraction } from '@plimsoll/contracts/requests';
import { expect, test } from 'vitest';
import type { Checked } from './checks.ts';
import { compileExtractions } from './extraction.ts';

const body = '{"token":"t0k","n":7,"on":false,"none":null,"user":{"id":5},"text":"é"}';
function taken(extraction: Extraction, wholeBody: string | null = body) {
  const response: Checked = {
    status: 200,
    bodyBytes: body.length,
    responseTimeUs: 1,
    header: (name) => (name === 'location' ? '/items/9' : null),
    contained: () => false,
    wholeBody: () => (wholeBody === null ? null : Buffer.from(wholeBody)),
  };
  const values = new Map<string, string>();
  return compileExtractions({ v: extraction }).take(response, values) ?? values.get('v');
}

test.each<[Extraction, string]>([
  ['$.token', 't0k'],
  ['$.n', '7'],
  ['$.on', 'false'],
  ['$.user', '{"id":5}'],
  ['$.none', 'No value for "v": $.none is null.'],
  ['$.user.name', 'No value for "v": $.user.name is missing.'],
  [{ header: 'Location' }, '/items/9'],
  [{ header: 'X-Next' }, 'No value for "v": the header "X-Next" is missing.'],
  [{ regex: '"text":"(.)', group: 1 }, 'é'],
  [{ regex: '"n":\\d', group: 0 }, '"n":7'],
  [{ regex: '"n":(x)?', group: 1 }, 'No value for "v": the regular expression "n":(x)? caught nothing.'],
])('%j gives %s', (extraction, value) => {
  expect(taken(extraction)).toBe(value);
});

test('a body that is too large, no JSON, or holds too long a value is named', () => {
  expect(taken('$.token', null)).toBe('No value for "v": the body has more than 1 MB.');
  expect(taken({ regex: 'a', group: 0 }, null)).toBe('No value for "v": the body has more than 1 MB.');
  expect(taken('$.token', '<html>')).toBe('No value for "v": the body is no JSON.');
  expect(taken('$', JSON.stringify('x'.repeat(70_000)))).toBe('The value for "v" has 70000 characters, more than 65536.');
});
