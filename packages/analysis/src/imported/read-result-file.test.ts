import { closeSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ImportError } from '@plimsoll/import/import-error';
import { readResult } from '@plimsoll/import/read-result';
import { expect, it, test } from 'vitest';
import { readResultFile } from './read-result-file.ts';

const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../../../import/fixtures', name));
const directory = mkdtempSync(join(tmpdir(), 'plimsoll-result-'));
async function read(bytes: Uint8Array, ...bounds: [{ mostUnpackedBytes: number }?]) {
  const path = join(directory, 'result');
  writeFileSync(path, bytes);
  const fd = openSync(path, 'r');
  try {
    return await readResultFile(fd, ...bounds);
  } finally {
    closeSync(fd);
  }
}
const refusalOf = (reading: Promise<unknown>) =>
  reading.then(
    () => null,
    (error: unknown) => (error instanceof ImportError ? error.refusal : Promise.reject(error)),
  );

it.each(['k6.csv', 'k6.jsonl', 'ghz.json', 'wrk.txt', 'vegeta.csv'])(
  '%s is the same as a text, as a file, and packed by gzip',
  async (name) => {
    const bytes = fixture(name);
    const whole = readResult(bytes.toString());
    expect(await read(bytes)).toEqual(whole);
    expect(await read(gzipSync(bytes))).toEqual(whole);
  },
);

const head = 'metric_name,timestamp,metric_value,check,error,error_code,status,url\n';
const row = (second: number) => `http_req_duration,${1_795_357_000 + second},5,,,,200,http://127.0.0.1:1/ä\n`;

test('lines and characters that lie in two chunks are whole, and so is the last line without an end', async () => {
  const text = head + Array.from({ length: 20_000 }, (_, at) => row(Math.floor(at / 1000))).join('');
  const result = await read(Buffer.from(text.slice(0, -1)));
  expect(result).toMatchObject({ url: 'http://127.0.0.1:1/ä' });
  if (result.data !== 'requests') throw new Error('no requests');
  expect(result.seconds.map(({ done }) => done)).toEqual(Array.from({ length: 20 }, () => 1000));
});

test('a gzip that is cut off, damaged or a bomb is refused in words, and so is a line without end', async () => {
  const packed = gzipSync(fixture('k6.jsonl'));
  expect(await refusalOf(read(packed.subarray(0, packed.length - 20)))).toMatchObject({ code: 'result_gzip' });
  const damaged = Buffer.from(packed);
  damaged.fill(0xff, 300, 400);
  expect(await refusalOf(read(damaged))).toMatchObject({ code: 'result_gzip' });
  expect(await refusalOf(read(gzipSync(head + row(0).repeat(50_000)), { mostUnpackedBytes: 1e6 }))).toMatchObject({
    code: 'result_unpacked',
  });
  expect(await refusalOf(read(gzipSync(`${head}${'x'.repeat(3e6)}`)))).toMatchObject({ code: 'result_line', values: { line: 2 } });
  expect(await refusalOf(read(gzipSync('x'.repeat(33 * 1024 ** 2))))).toMatchObject({ code: 'result_large' });
});
