import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig as readApiConfig } from '@plimsoll/api/config';
import { readConfig as readWorkerConfig } from '@plimsoll/workers/config';
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

test('API and worker keep load away from the same ports of what lies beside them', () => {
  const environment = {
    DATABASE_URL: 'postgres://u@db/x',
    PLIMSOLL_SECRET_KEY: 'k'.repeat(32),
    PLIMSOLL_S3_BUCKET: 'runs',
    PLIMSOLL_S3_ENDPOINT: 'http://minio:9000',
    PLIMSOLL_S3_ACCESS_KEY_ID: 'id',
    PLIMSOLL_S3_SECRET_ACCESS_KEY: 'a secret of the archive',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
  };
  for (const read of [readApiConfig, readWorkerConfig]) expect(read(environment).targets.ownPorts).toEqual([4300, 5432, 9000, 4318]);
});
