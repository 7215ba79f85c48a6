/** What is handed out and kept: tokens, links, keys of requests, comparisons; and which workers are there. */
import type { ComparisonResult } from '@plimsoll/contracts/comparison';
import type { SharedContent } from '@plimsoll/contracts/share';
import { findComparison, insertComparison, listComparisons } from '@plimsoll/store/comparisons';
import { oncePerKey } from '@plimsoll/store/idempotency';
import { findShareByTokenHash, insertShare, listShares, revokeShare } from '@plimsoll/store/shares';
import { findTokenByHash, insertToken, listTokens, revokeToken } from '@plimsoll/store/tokens';
import { countWorkers, workerGone, workerSeen } from '@plimsoll/store/workers-online';
import { expect, test } from 'vitest';
import { queueRun, useDatabase } from './support.ts';

const scene = useDatabase();

test('an idempotency key makes one run, however many ask at once, and refuses another body', async () => {
  const request = { teamId: 'red', kind: 'run', key: 'k-1', bodyHash: 'a' } as const;
  const asked = await Promise.all(
    Array.from({ length: 10 }, () => oncePerKey(scene.db, request, async (client) => (await queueRun(client, { cap: 1000 })).id)),
  );
  expect(new Set(asked.map((answer) => answer.id)).size).toBe(1);
  expect(asked.filter((answer) => !answer.repeated)).toHaveLength(1);
  await expect(oncePerKey(scene.db, { ...request, bodyHash: 'b' }, async () => '')).rejects.toMatchObject({
    code: 'idempotency_key_reused',
  });
  const other = await oncePerKey(
    scene.db,
    { ...request, teamId: 'blue' },
    async (client) => (await queueRun(client, { teamId: 'blue' })).id,
  );
  expect(other.repeated).toBe(false);
});

test('an expired, a revoked and an unknown token or link are the same nothing', async () => {
  const token = { teamId: 'red', userId: 'ann', name: 'ci', scopes: ['run'] as const };
  const id = await insertToken(scene.db, { ...token, tokenHash: 'living', expiresAt: null });
  await insertToken(scene.db, { ...token, tokenHash: 'expired', expiresAt: new Date(Date.now() - 1000) });
  expect(await findTokenByHash(scene.db, 'living')).toEqual({ id, teamId: 'red', userId: 'ann', scopes: ['run'], expiresAt: null });
  expect(await findTokenByHash(scene.db, 'expired')).toBeNull();
  expect(await findTokenByHash(scene.db, 'unknown')).toBeNull();
  expect(await revokeToken(scene.db, 'blue', id)).toBe(false);
  expect(await revokeToken(scene.db, 'red', id)).toBe(true);
  expect(await findTokenByHash(scene.db, 'living')).toBeNull();
  expect((await listTokens(scene.db, 'red')).find((item) => item.id === id)).toMatchObject({
    revokedAt: expect.any(String),
    lastUsedAt: expect.any(String),
  });

  const run = await queueRun(scene.db);
  const share = {
    userId: 'ann',
    kind: 'run',
    title: 'a run',
    runId: run.id,
    comparisonId: null,
    experimentId: null,
    hide: ['host'],
  } as const;
  const content = { kind: 'run', title: 'a run' } as SharedContent;
  const shareId = await insertShare(scene.db, 'red', { ...share, content, tokenHash: 'link', expiresAt: new Date(Date.now() + 60_000) });
  await insertShare(scene.db, 'red', { ...share, content, tokenHash: 'old link', expiresAt: new Date(Date.now() - 1000) });
  expect((await findShareByTokenHash(scene.db, 'link'))?.content).toEqual(content);
  expect(await findShareByTokenHash(scene.db, 'old link')).toBeNull();
  expect(await revokeShare(scene.db, 'blue', shareId)).toBe(false);
  expect(await revokeShare(scene.db, 'red', shareId)).toBe(true);
  expect(await findShareByTokenHash(scene.db, 'link')).toBeNull();
  expect((await listShares(scene.db, 'red')).find((item) => item.id === shareId)).toMatchObject({ viewCount: 1, hide: ['host'] });
  expect(await listShares(scene.db, 'blue')).toEqual([]);
});

test('a stored comparison belongs to its team', async () => {
  const run = await queueRun(scene.db);
  const runIds = [run.id];
  const result = { sentence: 'no difference' } as ComparisonResult;
  const arms = { baseRunIds: runIds, candidateRunIds: [runIds, runIds] };
  const kept = await insertComparison(scene.db, 'red', { userId: 'ann', title: 'a diff', ...arms, result });
  expect(await findComparison(scene.db, 'red', kept.id)).toEqual(kept);
  expect(await findComparison(scene.db, 'blue', kept.id)).toBeNull();
  expect(await listComparisons(scene.db, 'red')).toMatchObject([{ id: kept.id, title: 'a diff', ...arms }]);
});

test('a worker is online while it is seen', async () => {
  const worker = { id: 'w-1', hostname: 'h', version: '1', pid: 1, concurrency: 1, startedAt: new Date() };
  await workerSeen(scene.db, worker);
  await workerSeen(scene.db, { ...worker, id: 'w-2' });
  expect(await countWorkers(scene.db)).toBe(2);
  await workerGone(scene.db, 'w-2');
  await scene.db.query(`UPDATE workers_online SET seen_at = now() - interval '13 s' WHERE id = 'w-1'`);
  expect(await countWorkers(scene.db)).toBe(0);
});
