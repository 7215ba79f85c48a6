import { expect, it } from 'vitest';
import { Fault } from './fault.ts';
import { planOfUrl, readPlan } from './read-plan.ts';

const url = 'http://127.0.0.1:8080/';

it('a URL takes headers, a method and a body; a body alone is posted', () => {
  const header = ['Accept: application/json', 'X-Trace:a:b ', 'x-empty:'];
  expect(planOfUrl(url, { header }).target).toMatchObject({
    method: 'GET',
    headers: { Accept: 'application/json', 'X-Trace': 'a:b', 'x-empty': '' },
  });
  expect(planOfUrl(url, { body: '{}' }).target).toMatchObject({ method: 'POST', body: '{}' });
  expect(planOfUrl(url, { body: '{}', method: 'put' }).target).toMatchObject({ method: 'PUT', body: '{}' });
});

it.each([
  ['without a colon', { header: ['Bearer s3cret'] }, 'A header has no name or no colon. Write --header "Name: value".'],
  ['without a name', { header: [': s3cret'] }, 'A header has no name or no colon.'],
  ['of no name that HTTP knows', { header: ['X Trace: s3cret'] }, '"X Trace" cannot be a header name.'],
  ['with a line break', { header: ['X-Trace: s3cret\r\nHost: elsewhere'] }, 'A header value cannot hold a line break or NUL.'],
  ['given twice', { header: ['X-Trace: s3cret', 'X-Trace: 2'] }, 'The header "X-Trace" is given twice.'],
  ['given twice in another case', { header: ['X-Trace: s3cret', 'x-trace: 2'] }, 'The header "x-trace" is given twice.'],
  ['that the generator sets', { header: ['Host: s3cret'] }, '"Host" is set by the load generator and cannot be overridden.'],
])('a header %s is refused, without its value', (_, options, sentence) => {
  const refused = (): unknown => readPlan(url, options);
  expect(refused).toThrow(Fault);
  expect(refused).toThrow(sentence);
  expect(refused).not.toThrow('s3cret');
});

it('a fault names the option that it came from', () => {
  expect(() => readPlan(url, { duration: '5x' })).toThrow('--duration: ');
  expect(() => readPlan(url, { rate: 'many' })).toThrow('--rate: many is no number above 0.');
  expect(() => readPlan(url, { threshold: ['p(99) < 1s', 'speed > 1'] })).toThrow(/^--threshold: Unknown metric "speed"/);
});

it('what names neither a file nor a target says what does', () => {
  expect(() => readPlan('ftp://127.0.0.1/')).toThrow('ftp://127.0.0.1/ is no target. One begins with http://');
  expect(() => readPlan('#57')).toThrow('#57 is the number of a run.');
  expect(() => readPlan('missing.yml')).toThrow('There is no file missing.yml.');
  expect(() => readPlan('.')).toThrow('. is a folder. Name a file.');
});

it('a method that no plan has is refused, and so is a body that would be dropped', () => {
  expect(() => planOfUrl(url, { method: 'FETCH' })).toThrow('--method: ');
  expect(() => planOfUrl(url, { method: 'GET', body: '{}' })).toThrow('--body: ');
});
