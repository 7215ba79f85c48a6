import { type CheckFailure, requestFailureSentence } from '@plimsoll/wording/request-failure-sentence';
import { describe, expect, test } from 'vitest';
import { statusMatcher } from '../scenario/checks.ts';
import { BodySearch } from './body-search.ts';
import { type CheckedResponse, compileResponseChecks } from './response-checks.ts';

const response = (part: Partial<CheckedResponse> = {}, wholeBody: string | null = '{"items":[{"id":7}]}'): CheckedResponse => ({
  status: 200,
  bodyBytes: 10,
  responseTimeUs: 5000,
  header: (name) => (name === 'content-type' ? 'text/html; charset=utf-8' : null),
  contained: () => true,
  outOfRoom: false,
  undecoded: null,
  wholeBody: () => (wholeBody === null ? null : Buffer.from(wholeBody)),
  json: () => (wholeBody?.startsWith('{') ? JSON.parse(wholeBody) : undefined),
  ...part,
});

const sentence = (found: CheckFailure | null) => found && requestFailureSentence(found);

describe('checks', () => {
  test('match statuses by number, list, class and range', () => {
    expect([200, 404].map(statusMatcher(200))).toEqual([true, false]);
    expect([200, 201, 204].map(statusMatcher([200, 204]))).toEqual([true, false, true]);
    expect([199, 200, 299, 300].map(statusMatcher('2xx'))).toEqual([false, true, true, false]);
    expect([299, 300, 399, 404].map(statusMatcher('300-399'))).toEqual([false, true, true, false]);
  });

  test('answer one sentence about the first that failed', () => {
    const list = compileResponseChecks([
      { status: 200 },
      { header: { name: 'Content-Type', contains: 'html' } },
      { maxBodyBytes: 100 },
      { maxResponseTime: '50ms' },
      { bodyContains: 'ok' },
    ]);
    const judged = (part: Partial<CheckedResponse>) => sentence(list.judge(response(part)));
    expect(list.judge(response())).toBeNull();
    expect(judged({ status: 503 })).toBe('The status is 503, not 200.');
    expect(judged({ header: () => null })).toContain('is missing');
    expect(judged({ header: () => 'text/plain' })).toContain('does not contain "html"');
    expect(judged({ bodyBytes: 101 })).toContain('101 bytes');
    expect(judged({ responseTimeUs: 50_001 })).toContain('more than 50ms');
    expect(judged({ contained: () => false })).toContain('does not contain "ok"');
  });

  test('hold the value at a JSON path against what is wanted', () => {
    const judged = (path: string, equals: string | number | boolean | null, wholeBody?: string | null) =>
      sentence(compileResponseChecks([{ jsonPath: { path, equals } }]).judge(response({}, wholeBody)));
    expect(judged('$.items[0].id', 7)).toBeNull();
    expect(judged('$.items[0].id', '7')).toBe('$.items[0].id is 7, not "7".');
    expect(judged('$.items[1].id', 7)).toContain('missing');
    expect(judged('$', null, '<html>')).toContain('not JSON');
    expect(judged('$', null, null)).toContain('too large');
  });

  test('find a text that is cut in pieces anywhere', () => {
    const text = Buffer.from('abracadabra');
    for (let at = 0; at <= text.length; at++) {
      const search = new BodySearch([Buffer.from('cad'), Buffer.from('abracadabra'), Buffer.from('xyz')]);
      search.add(text.subarray(0, at));
      search.add(text.subarray(at));
      expect([0, 1, 2].map((needle) => search.contained(needle))).toEqual([true, true, false]);
    }
  });

  test('find a text wherever it stands in a long body, in single bytes and at once', () => {
    const needle = Buffer.from('needle'.repeat(5));
    for (const at of [0, 1, 4095, 4096, 4124, 4125, 4126, 8192, 16_400, 19_970]) {
      const body = Buffer.alloc(20_000, '-');
      needle.copy(body, at);
      const [whole, bytes] = [new BodySearch([needle]), new BodySearch([needle])];
      whole.add(body);
      for (let byte = 0; byte < body.length; byte++) bytes.add(body.subarray(byte, byte + 1));
      expect([at, whole.contained(0), bytes.contained(0)]).toEqual([at, true, true]);
      whole.reset();
      expect(whole.contained(0)).toBe(false);
    }
  });
});
