/** Things that are handed out and kept: tokens, links, keys of requests, comparisons; and the workers online. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { SharedContent } from '@plimsoll/contracts/share';
import { findComparison, insertComparison, listComparisons } from '@plimsoll/store/comparisons';
import { oncePerKey } from '@plimsoll/store/idempotency';
import { type PurgedKind, purgeExpired } from '@plimsoll/store/purge';
import { insertShare, listShares, lookAtShare, peekShare, revokeShare } from '@plimsoll/store/shares';
import { findTokenByHash, insertToken, listTokens, revokeToken } from '@plimsoll/store/tokens';
import { countWorkers, workerGone, workerSeen } from '@plimsoll/store/workers-online';
import { workerRow } from '@plimsoll/testbed/worker-row';
import { sayShare } from '@plimsoll/wording/say-share';
import { expect, test } from 'vitest';
import { queueRun, useDatabase } from './support.ts';

const scene = useDatabase();

/** The content of a share that is shipped with the product, as a reader gets it. */
async function shipped<Kind extends SharedContent['kind']>(name: string, kind: Kind): Promise<Extract<SharedContent, { kind: Kind }>> {
  const file = new URL(`../samples/${name}.json`, import.meta.url);
  const content = sayShare((JSON.parse(await readFile(file, 'utf8')) as { content: SharedContent }).content);
  expect(content.kind).toBe(kind);
  return content as Extract<SharedContent, { kind: Kind }>;
}

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
  expect(await findTokenByHash(scene.db, 'living')).toEqual({
    id,
    teamId: 'red',
    userId: 'ann',
    scopes: ['run'],
    expiresAt: null,
    budget: null,
  });
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
  const content = await shipped('base', 'run');
  const shareId = await insertShare(scene.db, 'red', { ...share, content, tokenHash: 'link', expiresAt: new Date(Date.now() + 60_000) });
  await insertShare(scene.db, 'red', { ...share, content, tokenHash: 'old link', expiresAt: new Date(Date.now() - 1000) });
  expect((await peekShare(scene.db, 'link'))?.content).toEqual(content);
  expect(await peekShare(scene.db, 'old link')).toBeNull();
  const open = { id: shareId, teamId: 'red' };
  for (const views of [3, 0]) expect(await lookAtShare(scene.db, 'link', views)).toEqual(open);
  expect(await lookAtShare(scene.db, 'old link', 1)).toBeNull();
  expect(await revokeShare(scene.db, 'blue', shareId)).toBe(false);
  expect(await revokeShare(scene.db, 'red', shareId)).toBe(true);
  expect(await peekShare(scene.db, 'link')).toBeNull();
  for (const views of [1, 0]) expect(await lookAtShare(scene.db, 'link', views)).toBeNull();
  expect((await listShares(scene.db, 'red')).find((item) => item.id === shareId)).toMatchObject({ viewCount: 3, hide: ['host'] });
  expect(await listShares(scene.db, 'blue')).toEqual([]);
});

test('expired rows go by rule, once, by one process at a time, and the rest stays', async () => {
  const { db } = scene;
  const marked = (name: string) => `${name} ${randomUUID()}`;
  const at = (days: number) => new Date(Date.now() + days * 86_400_000);
  const run = await queueRun(db);
  const link = { userId: 'ann', kind: 'run', title: 'a run', runId: run.id, comparisonId: null, experimentId: null, hide: [] } as const;
  const content = await shipped('base', 'run');
  const share = (tokenHash: string, days: number) => insertShare(db, 'red', { ...link, content, tokenHash, expiresAt: at(days) });
  const [open, expired, old] = [await share(marked('p-open'), 1), await share(marked('p-expired'), -1), await share(marked('p-old'), -91)];
  const token = { teamId: 'red', userId: 'ann', name: 'ci', scopes: ['run'] as const };
  const [living, fresh, stale, revoked] = [
    await insertToken(db, { ...token, tokenHash: marked('p-living'), expiresAt: null }),
    await insertToken(db, { ...token, tokenHash: marked('p-fresh'), expiresAt: at(-1) }),
    await insertToken(db, { ...token, tokenHash: marked('p-stale'), expiresAt: at(-91) }),
    await insertToken(db, { ...token, tokenHash: marked('p-revoked'), expiresAt: null }),
  ];
  await db.query(`UPDATE tokens SET revoked_at = now() - interval '91 days' WHERE id = $1`, [revoked]);
  for (const [id, days] of [
    ['s-open', 1],
    ['s-expired', -1],
  ] as const)
    await db.query(
      'INSERT INTO sessions (id, expires_at, token, updated_at, user_id) VALUES ($1, $2, $1, now(), $3) ON CONFLICT DO NOTHING',
      [id, at(days), 'ann'],
    );
  await db.query('INSERT INTO login_limits (key, points, expire) VALUES ($1, 1, $2), ($3, 1, $4) ON CONFLICT DO NOTHING', [
    'l-gone',
    Date.now() - 1000,
    'l-open',
    Date.now() + 60_000,
  ]);

  for (const days of [31, 29])
    await db.query(
      `INSERT INTO token_loads (team_id, token_id, kind, load_id, asked_at, reserved_ms, peak_rate) VALUES ('red', $1, 'run', $2, $3, 1, 1)`,
      [living, run.id, at(-days)],
    );

  for (const [hash, days] of [
    ['t-gone', -1],
    ['t-used', 1],
  ] as const)
    await db.query('INSERT INTO used_logout_tokens (token_hash, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [hash, at(days)]);

  const both = await Promise.all([purgeExpired(db), purgeExpired(db)]);
  const purged = (kind: PurgedKind) => both.reduce((sum, one) => sum + (one?.[kind] ?? 0), 0);
  expect(purged('sessions')).toBe(1);
  expect(purged('limits')).toBe(1);
  expect(purged('logoutTokens')).toBe(1);
  expect(purged('tokenLoads')).toBe(1);
  const ids = async (sql: string) => (await db.query<{ id: string }>(sql)).rows.map(({ id }) => id);
  const shares = await ids('SELECT id FROM shares');
  expect(shares).toEqual(expect.arrayContaining([open, expired]));
  expect(shares).not.toContain(old);
  expect(await ids(`SELECT id FROM shares WHERE content = '{}'`)).toContain(expired);
  expect(await ids(`SELECT id FROM shares WHERE content <> '{}'`)).toEqual(expect.arrayContaining([open]));
  const tokens = await ids('SELECT id FROM tokens');
  expect(tokens).toEqual(expect.arrayContaining([living, fresh]));
  for (const gone of [stale, revoked]) expect(tokens).not.toContain(gone);
  expect(await ids('SELECT id FROM sessions')).toEqual(['s-open']);
  expect(await ids(`SELECT key AS id FROM login_limits`)).toEqual(['l-open']);

  const again = await purgeExpired(db);
  expect(Object.values(again ?? {}).every((rows) => rows === 0)).toBe(true);
});

test('a stored comparison belongs to its team', async () => {
  const run = await queueRun(scene.db);
  const runIds = [run.id];
  const { comparison: result } = await shipped('comparison', 'comparison');
  const arms = { baseRunIds: runIds, candidateRunIds: [runIds, runIds] };
  const kept = await insertComparison(scene.db, 'red', { userId: 'ann', title: 'a diff', ...arms, result });
  expect(await findComparison(scene.db, 'red', kept.id)).toEqual(kept);
  expect(await findComparison(scene.db, 'blue', kept.id)).toBeNull();
  expect(await listComparisons(scene.db, 'red')).toMatchObject([{ id: kept.id, title: 'a diff', ...arms }]);
});

test('a worker is online while it is seen', async () => {
  const worker = workerRow('w-1');
  await workerSeen(scene.db, worker);
  await workerSeen(scene.db, { ...worker, id: 'w-2' });
  expect(await countWorkers(scene.db)).toBe(2);
  await workerGone(scene.db, 'w-2');
  await scene.db.query(`UPDATE workers_online SET seen_at = now() - interval '13 s' WHERE id = 'w-1'`);
  expect(await countWorkers(scene.db)).toBe(0);
});
