import { parseThreshold } from '@plimsoll/contracts/threshold';
import { describe, expect, it } from 'vitest';
import { emptyCheck } from './check-row.ts';
import { emptyForm } from './empty-form.ts';
import { aboutRequest, asTarget, duplicated, moved, renamed, requestIn, shares, withRequest } from './request-list.ts';
import { emptyRequest, type RequestRow } from './request-row.ts';

const row = (key: number, name: string, weight = '1'): RequestRow => ({ ...emptyRequest, key, name, weight });
const names = (rows: readonly RequestRow[]) => rows.map(({ name }) => name);

describe('the list of requests', () => {
  it('shows each weight as its share of all', () => {
    expect(shares([row(0, 'a', '1'), row(1, 'b', '3'), row(2, 'c', ' 4 ')])).toEqual([0.125, 0.375, 0.5]);
    expect(shares([row(0, 'a', '1'), row(1, 'b', 'many')])).toEqual([null, null]);
  });

  it('grows from a single target, which keeps what it says and gets a name', () => {
    const target = { ...emptyRequest, url: 'https://shop.example:8443/api/login?x=1', method: 'POST' as const };
    const { several, requestRows } = withRequest({ ...emptyForm, requestRows: [target] });
    expect(several).toBe(true);
    expect(requestRows[0]).toEqual({ ...target, name: 'login' });
    expect(requestRows[1]).toMatchObject({ key: 1, name: 'request', url: 'https://shop.example:8443/' });
    expect(names(withRequest({ ...emptyForm, requestRows }).requestRows)).toEqual(['login', 'request', 'request 2']);
  });

  it('moves within its ends and gives a copy a name and a key of its own', () => {
    const rows = [row(0, 'a'), row(1, 'b'), row(2, 'c')];
    expect(names(moved(rows, 2, 0))).toEqual(['c', 'a', 'b']);
    expect(moved(rows, 0, -1)).toBe(rows);
    const copied = duplicated(rows, 0);
    expect(names(copied)).toEqual(['a', 'a 2', 'b', 'c']);
    expect(new Set(copied.map(({ key }) => key)).size).toBe(4);
  });

  it('becomes a target again that is judged as the request was', () => {
    const check = { ...emptyCheck, value: '200' };
    const left = { ...row(3, 'login', '5'), checks: [check], url: 'http://127.0.0.1/' };
    const values = { ...emptyForm, several: true, requestRows: [left], thresholds: ['p(99){login} < 80ms', 'error_rate < 1%'] };
    expect(asTarget(values)).toMatchObject({ several: false, checks: [check], thresholds: ['p(99) < 80ms', 'error_rate < 1%'] });
  });

  it('writes a request into every threshold that can be about one, and out again', () => {
    for (const text of ['p(99.9) < 250ms', 'mean <= 1s', 'max<2s', 'error_rate < 1%', 'throughput > 10', 'service_p(50) < 9ms']) {
      const about = aboutRequest(text, 'log in');
      expect(parseThreshold(about)).toEqual({ ...parseThreshold(text), expression: about, request: 'log in' });
      expect(requestIn(about)).toBe('log in');
      expect(aboutRequest(about, null)).toBe(text);
    }
    const values = { ...emptyForm, thresholds: ['p(99){a} < 1s', 'p(99){b} < 1s', 'max < 1s'] };
    expect(renamed(values, 'a', 'c').thresholds).toEqual(['p(99){c} < 1s', 'p(99){b} < 1s', 'max < 1s']);
  });
});
