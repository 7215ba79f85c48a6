import type { Extraction } from '@plimsoll/contracts/requests';
import { requestFailureSentence } from '@plimsoll/wording/request-failure-sentence';
import { expect, test } from 'vitest';
import { looseSlot } from '../../test/support/loose-slot.ts';
import { wholeBodyBytes } from '../protocol/memory-budget.ts';
import { compileExtractions } from './extraction.ts';
import type { HttpRequest } from './http-request.ts';

const body = '{"token":"t0k","n":7,"on":false,"none":null,"user":{"id":5},"text":"é"}';
function taken(extraction: Extraction, wholeBody = body) {
  const slot = looseSlot();
  slot.request = { keepHeaders: true, keepWhole: true, looksInside: true, needles: [] as Buffer[] } as unknown as HttpRequest;
  const bytes = Buffer.from(wholeBody);
  const values = new Map<string, string>();
  // Twice, as a slot is used: nothing of the first response may be left.
  for (const [half, status] of [
    [5, 500],
    [Math.floor(bytes.length / 2), 200],
  ] as const) {
    slot.reset(0, false);
    slot.receiveHead(status, { location: '/items/9' });
    slot.receiveBody(bytes, 0, half);
    if (status === 500) compileExtractions({ v: extraction }).take(slot, new Map());
    else slot.receiveBody(bytes, half, bytes.length);
  }
  const found = compileExtractions({ v: extraction }).take(slot, values);
  return found ? requestFailureSentence(found) : values.get('v');
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
  const large = JSON.stringify({ token: 'x'.repeat(wholeBodyBytes) });
  expect(taken('$.token', large)).toBe('No value for "v": the body has more than 1 MB.');
  expect(taken({ regex: 'a', group: 0 }, large)).toBe('No value for "v": the body has more than 1 MB.');
  expect(taken('$.token', '<html>')).toBe('No value for "v": the body is not JSON.');
  expect(taken('$', JSON.stringify('x'.repeat(70_000)))).toBe('The value for "v" has 70 000 characters, more than 65 536.');
});
