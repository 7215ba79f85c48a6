import { type PlanInput, planSchema } from '@plimsoll/contracts/plan';
import { maskedSecret as masked } from '@plimsoll/contracts/problem';
import { showPublic } from '@plimsoll/contracts/public';
import { type RunEnding, runEndingSchema } from '@plimsoll/contracts/run-ending';
import { runEndSentence } from '@plimsoll/wording/run-end-sentence';
import { describe, expect, it, test } from 'vitest';
import { buildRedaction, maskUrl } from './share-redaction.ts';

const plan = (change: Partial<PlanInput>) =>
  planSchema.parse({ version: 1, name: 'shop', load: { model: 'closed', connections: 1, duration: '10s' }, ...change });
const cart = plan({ target: { url: 'http://shop.example:8080/cart/{{seq}}?q=canary&n=1' } });
const mix = plan({
  name: 'checkout',
  requests: [
    { name: 'a', url: 'http://shop.example/a' },
    { name: 'a list', url: 'http://shop.example/list' },
  ],
});

describe('a URL', () => {
  it('keeps the names of its query, loses their values, and reads as it was written', () => {
    expect(maskUrl('http://shop.example:8080/cart/{{seq}}?q=canary&n=1', new Set())).toBe(
      'http://shop.example:8080/cart/{{seq}}?q=•••&n=•••',
    );
    expect(maskUrl('http://ann:pw@shop.example/cart?q=1', new Set(['path']))).toBe('http://shop.example/•••');
    expect(maskUrl('http://shop.example/', new Set(['host', 'path']))).toBe('http://•••/');
  });
});

test('a Unix socket is hidden with the host, and its request with the path', () => {
  const url = 'http+unix:///run/app.sock:/v1/items?key=abcdef';
  expect(maskUrl(url, new Set())).toBe(`http+unix:///run/app.sock:/v1/items?key=${masked}`);
  expect(maskUrl(url, new Set(['host', 'path']))).toBe(`http+unix://${masked}/${masked}`);
  const plan = planSchema.parse({ version: 1, name: 'p', target: { url }, load: { model: 'closed', connections: 1, requests: 1 } });
  expect(buildRedaction([plan], ['host']).text('Load to /run/app.sock failed.')).toBe(`Load to ${masked} failed.`);
});

describe('a gRPC call', () => {
  const calls = plan({
    name: 'shop.Cart/Add by day',
    target: { url: 'grpc://shop.example:50051', grpc: { call: 'shop.Cart/Add', reflection: true } },
    connection: { protocol: 'grpc' },
  });

  it('stands in place of a method, and is hidden as paths are', () => {
    const shown = (...hide: ('host' | 'path')[]) => {
      const { name, method, url } = buildRedaction([calls], hide).plan(calls, {});
      return [name, method, url];
    };
    expect(shown()).toEqual(['shop.Cart/Add by day', 'shop.Cart/Add', 'grpc://shop.example:50051']);
    expect(shown('host', 'path')).toEqual(['••• by day', '•••', 'grpc://•••']);
  });
});

describe('a sentence', () => {
  it('never holds the value of a query, as typed or as sent', () => {
    const { text } = buildRedaction([cart], []);
    expect(text('GET /cart/{{seq}}?q=canary&n=1 and canary alone')).toBe('GET /cart/{{seq}}?q=•••&n=••• and ••• alone');
  });

  it('holds no host and no path where they are hidden, the port neither', () => {
    const { text } = buildRedaction([cart], ['host', 'path']);
    const all = text('shop.example:8080 refused /cart/{{seq}}, sent as /cart/%7B%7Bseq%7D%7D?q=canary&n=1 to shop.example.');
    expect(all).toBe('••• refused /•••, sent as /••• to •••.');
  });

  it('counts requests where their names are hidden, and takes no other word for a name', () => {
    const { text, request } = buildRedaction([mix], ['path']);
    expect(text('requests[a].url and p(99){a list} differ in a way; "a" is a list')).toBe(
      'requests[⦗1⦘].url and p(99){⦗2⦘} differ in a way; "⦗1⦘" is ⦗2⦘',
    );
    expect(['a', 'a list', ''].map(request)).toEqual(['⦗1⦘', '⦗2⦘', '']);
    expect(buildRedaction([mix], ['host', 'tags']).request('a')).toBe('a');
  });

  it('calls what has a name by another one where names are hidden', () => {
    const { text, name } = buildRedaction([mix], ['name'], { names: [['keep-alive on', 'Variant A']] });
    expect(text('keep-alive on: checkout reaches its limit')).toBe('Variant A: ••• reaches its limit');
    expect(name('anything')).toBe('•••');
  });
});

describe('names and tags', () => {
  const named = plan({
    name: 'Shop.Example:8080 /cart/{{seq}} of shop.example',
    target: { url: 'http://Shop.example:8080/cart/{{seq}}?q=canary' },
  });
  const tags = { where: 'shop.example', '/cart/{{seq}}': 'main', branch: 'SHOP.EXAMPLE:8080/cart/{{seq}}' };

  it('hold no host and no path where they are hidden, in whatever case', () => {
    const redaction = buildRedaction([named], ['host', 'path']);
    const shown = redaction.plan(named, tags);
    expect(shown.name).toBe('••• /••• of •••');
    expect(shown.tags).toEqual({ where: '•••', '/•••': 'main', branch: '•••/•••' });
    expect(redaction.name('night run on shop.example')).toBe('night run on •••');
    expect(JSON.stringify(shown).toLowerCase()).not.toMatch(/shop|cart|canary/);
  });

  it('hold no query value, and are else as they were given', () => {
    const redaction = buildRedaction([named], []);
    expect(redaction.plan(named, { why: 'canary' }).tags).toEqual({ why: '•••' });
    expect(redaction.plan(named, tags).tags).toEqual(tags);
    expect(redaction.name(named.name)).toBe(named.name);
  });

  it('of requests hold no host where it is hidden', () => {
    const two = plan({
      requests: [
        { name: 'GET shop.example/a', url: 'http://shop.example/a' },
        { name: 'b', url: 'http://shop.example/b' },
      ],
    });
    expect(buildRedaction([two], ['host']).plan(two, {}).requests[0]?.name).toBe('GET •••/a');
  });
});

test('regions go by their numbers, in sentences too, unless they are told to the team itself', () => {
  const near = {
    ...cart,
    generators: [
      { label: 'eu', n: 2 },
      { label: 'rack-berlin', n: 1 },
    ],
  };
  const far = {
    ...cart,
    generators: [
      { label: 'rack-berlin', n: 1 },
      { label: 'us', n: 1 },
    ],
  };
  const redaction = buildRedaction([near, far], []);
  const { text, region } = redaction;
  expect(['eu', 'rack-berlin', 'us', 'mars'].map(region)).toEqual(['1', '2', '3', '?']);
  expect(text('Region “eu” was slower than “rack-berlin”.')).toBe('Region “1” was slower than “2”.');
  const lost: RunEnding = { kind: 'workerLost', of: 3, regions: ['rack-berlin'] };
  expect(showPublic(runEndingSchema, lost, redaction)).toEqual({ ...lost, regions: ['2'] });
  expect(text(runEndSentence(lost))).toContain('Region “2” lost one worker or more, not heard');
  expect(buildRedaction([near], [], { regionsNamed: true }).text('Region “eu” was slower.')).toBe('Region “eu” was slower.');
});
