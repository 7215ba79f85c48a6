import { type PackedBody, packedBodies, packedText, startPackedBodies } from '@plimsoll/testbed/targets/packed-bodies';
import { describe, expect, test } from 'vitest';
import { type PlanRest, planFor, testedClient } from './support/harness.ts';
import { runLoop } from './support/run-loop.ts';
import { createPlan } from './support/several-requests.ts';

const good: readonly PackedBody[] = ['plain', 'gzip', 'upperCase', 'deflate', 'deflateRaw', 'br', 'zstd', 'twice'];
const bad: readonly (readonly [PackedBody, string])[] = [
  ['unknown', '"compress", which cannot be unpacked here'],
  ['fourTimes', '"gzip, gzip, gzip, gzip", which cannot be unpacked here'],
  ['notPacked', 'said to be packed as "gzip" and cannot be unpacked'],
  ['cutGzip', 'said to be packed as "gzip" and cannot be unpacked'],
  ['cutBr', 'said to be packed as "br" and cannot be unpacked'],
  ['cutZstd', 'said to be packed as "zstd" and cannot be unpacked'],
  ['gzipBomb', 'packed as "gzip", has more than 1'],
  ['brBomb', 'packed as "br", has more than 1'],
  ['zstdBomb', 'packed as "zstd", has more than 1'],
];
const json: PlanRest = { checks: [{ jsonPath: { path: '$.state.token', equals: 'wanted-token' } }] };
const contains: PlanRest = { checks: [{ bodyContains: '"token":"wanted-token"' }] };

describe.each([
  ['HTTP/1.1', false],
  ['HTTP/2', true],
])('over %s', (_name, http2) => {
  const load = { model: 'closed', connections: 1, requests: 4 } as const;
  const connection = { protocol: http2 ? 'http2' : 'http1' } as const;

  /** Runs the same load once for each path, against one target. */
  async function runEach(paths: readonly PackedBody[], rest: PlanRest) {
    const target = await startPackedBodies(http2);
    const results = [];
    for (const path of paths)
      results.push({ path, totals: await runLoop(planFor(`${target.url}/${path}`, load, { connection, ...rest })) });
    await target.close();
    return results;
  }

  test.each([
    ['a JSON path', json],
    ['a text', contains],
  ])('%s is looked for in the unpacked body, while bytes are counted as they came', async (_what, rest) => {
    for (const { path, totals } of await runEach(good, rest)) {
      expect(totals.outcomes, path).toEqual({ response: 4 });
      const packedBytes = 4 * packedBodies[path][1].length;
      expect(totals.bytes.received - packedBytes, path).toBeGreaterThanOrEqual(0);
      expect(totals.bytes.received - packedBytes, path).toBeLessThan(2000);
    }
  });

  test.each([
    ['a JSON path', json],
    ['a text', contains],
  ])('a body that cannot be unpacked fails the check for %s and says why', async (_what, rest) => {
    for (const [at, { path, totals }] of (
      await runEach(
        bad.map(([path]) => path),
        rest,
      )
    ).entries()) {
      expect(totals.outcomes, path).toEqual({ check_failed: 4 });
      expect(totals.errors[0]?.message).toContain(bad[at]?.[1]);
    }
  });

  test('an error example shows the unpacked body', async () => {
    const [result] = await runEach(['br'], { checks: [{ bodyContains: 'nowhere' }] });
    expect(result?.totals.errors[0]).toMatchObject({ message: 'The body does not contain "nowhere".', body: packedText.slice(0, 2048) });
  });

  test('checks that look at no body leave it packed, whatever it says of itself', async () => {
    const rest: PlanRest = { checks: [{ status: 200 }, { header: { name: 'content-encoding', contains: 'z' } }] };
    for (const { path, totals } of await runEach(['gzip', 'notPacked', 'zstdBomb'], rest))
      expect(totals.outcomes, path).toEqual({ response: 4 });
  });

  test('values are taken from unpacked bodies', async () => {
    const target = await startPackedBodies(http2);
    const request = (path: PackedBody) => ({
      name: path,
      url: `${target.url}/${path}`,
      extract: { json: '$.state.token', regex: { regex: '"token":"([a-z-]+)"' } },
    });
    const run = (path: PackedBody) => runLoop(createPlan([request(path)], load, { connection: { client: testedClient, ...connection } }));
    const [taken, refused] = [await run('zstd'), await run('notPacked')];
    await target.close();
    expect([taken.outcomes, refused.outcomes]).toEqual([{ response: 4 }, { check_failed: 4 }]);
    expect(refused.errors[0]?.message).toContain('No value for "json": the body is said to be packed as "gzip"');
  });
});
