import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig as readApiConfig } from '@plimsoll/api/config';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('secrets from files reach API and worker once, and another schema role only with another database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-standalone-'));
  try {
    const file = (name: string, content: string) => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    const set = {
      PLIMSOLL_SECRET_KEY_FILE: file('key', `${'k'.repeat(32)}\n`),
      PLIMSOLL_METRICS_TOKEN_FILE: file('token', `${'t'.repeat(20)}\n`),
      MIGRATE_DATABASE_URL_FILE: file('owner', 'postgres://owner@db/x\n'),
    };
    const own = readConfig(set);
    expect([own.secretKey, own.migrateUrl]).toEqual(['k'.repeat(32), undefined]);
    const ownApi = readApiConfig(own.environment({ databaseUrl: 'postgres://u@127.0.0.1/x', secretKey: own.secretKey ?? '' }));
    expect(ownApi).toMatchObject({ secretKey: 'k'.repeat(32), metricsToken: 't'.repeat(20) });
    expect(ownApi).not.toHaveProperty('migrateUrl');
    const theirs = readConfig({ ...set, DATABASE_URL: 'postgres://app@db/x' });
    expect(theirs.migrateUrl).toBe('postgres://owner@db/x');
    expect(readApiConfig(theirs.environment({ databaseUrl: 'postgres://app@db/x', secretKey: 'k'.repeat(32) })).migrateUrl).toBe(
      'postgres://owner@db/x',
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
