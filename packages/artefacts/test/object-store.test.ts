/** Objects in a store that nobody here wrote, and every way in which it can fail. */
import type { RequestListener } from 'node:http';
import { createServer } from 'node:net';
import { Readable } from 'node:stream';
import { startHttpTarget } from '@plimsoll/testbed/http-target';
import { listen } from '@plimsoll/testbed/listen';
import { startS3 } from '@plimsoll/testbed/servers/s3';
import { afterAll, expect, it } from 'vitest';
import type { ObjectStoreSettings } from '../src/object-store.ts';
import type { ObjectStoreError } from '../src/object-store-error.ts';
import { openObjectStore } from '../src/open-object-store.ts';
import { type SpooledFile, spool } from '../src/spooled-file.ts';

const server = await startS3();
const settings: ObjectStoreSettings = { ...server.settings, prefix: 'house/' };
const store = openObjectStore(settings);
const closing: (() => unknown)[] = [() => store.close(), () => server.close()];
afterAll(async () => {
  for (const close of closing) await close();
});

const spooled = async (content: string | Buffer) => spool(Readable.from([Buffer.from(content)]));
const read = async (key: string, from = store) => {
  const chunks: Buffer[] = [];
  for await (const chunk of await from.get(key)) chunks.push(chunk);
  return Buffer.concat(chunks);
};
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: ObjectStoreError) => error.code,
  );
const keys = async (prefix: string) => {
  const found: string[] = [];
  for await (const { key } of store.list(prefix)) found.push(key);
  return found;
};

async function listening(answer: RequestListener): Promise<ObjectStoreSettings> {
  const { url, close } = await startHttpTarget(answer);
  closing.push(close);
  return { ...settings, endpoint: url };
}

it('writes, lists, reads and removes what it was given, to the byte, as often as it is told', async () => {
  const large = Buffer.alloc(3_000_000, 'a second of a run ');
  const [one, two] = [await spooled(large), await spooled('two')];
  closing.push(one.close, two.close);
  await store.put('teams/a/one', one);
  await store.put('teams/a/one', one);
  await store.put('teams/b/two', two);
  expect(await read('teams/a/one')).toEqual(large);
  expect(await keys('teams/')).toEqual(['teams/a/one', 'teams/b/two']);
  expect(await keys('teams/b/')).toEqual(['teams/b/two']);
  // Others' objects in the bucket are none of ours.
  expect(await (async () => (await openObjectStore(server.settings).list('').next()).value?.key)()).toBe('house/teams/a/one');
  await store.remove('teams/b/two');
  await store.remove('teams/b/two');
  expect(await keys('teams/')).toEqual(['teams/a/one']);
  expect(await codeOf(store.get('teams/b/two'))).toBe('missing');
  expect(await codeOf(store.ping())).toBe('done');
});

it('lists more objects than a page of the store holds', async () => {
  const file = await spooled('x');
  closing.push(file.close);
  const pages: string[] = [];
  const paging = await listening((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://s3');
    const from = Number(searchParams.get('continuation-token') ?? 0);
    pages.push(String(from));
    const entry = (n: number) =>
      `<Contents><Key>house/k${n}&amp;</Key><LastModified>2026-11-01T00:00:00.000Z</LastModified><Size>${n}</Size></Contents>`;
    const next = from < 4 ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : '';
    response.end(`<ListBucketResult>${entry(from)}${entry(from + 1)}${next}</ListBucketResult>`);
  });
  const found = [];
  for await (const { key, bytes } of openObjectStore(paging).list('')) found.push([key, bytes]);
  expect([pages, found.length, found.at(-1)]).toEqual([['0', '2', '4'], 6, ['k5&', 5]]);
});

it('says by a code what keeps it, never the secret, and tries again only what may pass', async () => {
  const quick = { silenceMs: 300, tries: 2 };
  const wrong = openObjectStore({ ...settings, secretAccessKey: 'another secret' });
  expect(await codeOf(wrong.ping())).toBe('denied');
  expect(await wrong.ping().catch((error: Error) => error.message)).not.toContain('another secret');
  expect(await codeOf(openObjectStore({ ...settings, bucket: 'no-such-bucket' }).ping())).toBe('no_bucket');
  expect(await codeOf(openObjectStore({ ...settings, bucket: 'no-such-bucket' }).get('teams/a/one'))).toBe('no_bucket');
  expect(await codeOf(openObjectStore({ ...settings, endpoint: 'http://127.0.0.1:1' }, quick).get('teams/a/one'))).toBe('unreachable');

  const silent = await listen(createServer());
  closing.push(silent.close);
  const mute = { ...settings, endpoint: silent.url };
  expect(await codeOf(openObjectStore(mute, quick).get('teams/a/one'))).toBe('silent');

  let asked = 0;
  const busy = await listening((_request, response) => {
    asked += 1;
    response.writeHead(asked < 3 ? 503 : 200).end(asked < 3 ? '<Error><Code>SlowDown</Code></Error>' : 'back');
  });
  expect((await read('teams/a/one', openObjectStore(busy))).toString()).toBe('back');
  expect(asked).toBe(3);
  expect(await codeOf(openObjectStore(busy, { tries: 1 }).put('k', await spooled('k')))).toBe('done');

  const short = await listening((_request, response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('half');
    setTimeout(() => response.destroy(), 20);
  });
  expect(await codeOf(read('teams/a/one', openObjectStore(short, quick)))).toBe('unreachable');
  const elsewhere = await listening((_request, response) => response.writeHead(307, { location: 'http://169.254.169.254/' }).end());
  expect(await codeOf(openObjectStore(elsewhere).get('teams/a/one'))).toBe('refused');
});

it('a store that checks it takes no content with another checksum, and one that changed is read as what it is', async () => {
  const file = await spooled('what was measured');
  closing.push(file.close);
  const told: string[] = [];
  const strict = await listening((request, response) => {
    told.push(String(request.headers['x-amz-content-sha256']), String(request.headers['content-length']));
    request.resume().on('end', () => response.writeHead(400).end('<Error><Code>XAmzContentSHA256Mismatch</Code></Error>'));
  });
  const changed: SpooledFile = { ...file, read: () => Readable.from([Buffer.from('WHAT was measured')]) };
  expect(await codeOf(openObjectStore(strict).put('k', changed))).toBe('refused');
  expect(told).toEqual([file.sha256, '17']);
  await store.put('teams/c/changed', file);
  const other = await spooled('what was MEASURED');
  closing.push(other.close);
  await store.put('teams/c/changed', other);
  expect((await read('teams/c/changed')).toString()).toBe('what was MEASURED');
});

it('is found again where it was after it was away', async () => {
  await server.stop();
  expect(await codeOf(openObjectStore(settings, { tries: 1 }).ping())).toBe('unreachable');
  await server.start();
  expect((await read('teams/a/one')).length).toBe(3_000_000);
});
