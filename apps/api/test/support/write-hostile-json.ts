/** Writes a file of 32 MB that makes as much of each byte as it can: `node write-hostile-json.ts PATH KIND [VALUES]`, of which at most so many values. A process of its own: its memory is none of a test's. */
import { writeFileSync } from 'node:fs';

const bytes = 32 * 1024 ** 2 - 1024;

const oneOf: Readonly<Record<string, (at: number) => string>> = {
  'empty objects': () => '{}',
  'objects of one key each': (at) => `{"k${at}":0}`,
  'nested objects': () => '{"a":{}}',
  'short texts': (at) => `"${at}"`,
  'calls of ghz': (at) =>
    `{"timestamp":"2026-11-22T14:41:32.${String(at % 1e9).padStart(9, '0')}Z","latency":${100_000 + (at % 1000)},"error":"","status":"OK"}`,
};
export const hostileKinds = ['empty objects', 'objects of one key each', 'nested objects', 'short texts', 'calls of ghz'] as const;

/** Values and keys of a part, with the comma behind it. */
const valuesOf = (part: string) => 1 + (part.replaceAll(/"[^"]*"/g, '').match(/[{[:,]/g)?.length ?? 0);

const [, , path, kind = '', most = 'Infinity'] = process.argv;
const one = oneOf[kind];
if (path && one) {
  const head = '{"date":"2026-11-22T14:41:32Z","options":{"call":"a.B.C","host":"127.0.0.1:1"},"count":1,"total":1,"rps":1,"details":[';
  const parts: string[] = [];
  for (let at = 0, length = head.length, values = 100; ; at++) {
    const part = one(at);
    length += part.length + 1;
    values += valuesOf(part);
    if (length > bytes || values > Number(most)) break;
    parts.push(part);
  }
  writeFileSync(path, `${head}${parts.join(',')}]}`);
}
