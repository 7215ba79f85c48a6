import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { commonVariables, readVariables } from './environment-variables.ts';
import { findSecret } from './secret-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'plimsoll-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const schema = z.object(commonVariables).pick({ PLIMSOLL_SECRET_KEY: true, DATABASE_URL: true, PLIMSOLL_METRICS_TOKEN: true });
const key = 'k'.repeat(40);
const canary = 'canary-that-nobody-may-read';

test('a secret is read from its file, without the newline at its end', () => {
  for (const end of ['', '\n', '\r\n'])
    expect(
      readVariables(schema, {
        PLIMSOLL_SECRET_KEY_FILE: file('key', key + end),
        DATABASE_URL_FILE: file('url', `postgres://u:p@db/x${end}`),
        // Of another process: not ours to read.
        SMTP_URL_FILE: join(folder, 'none'),
      }),
    ).toEqual({ PLIMSOLL_SECRET_KEY: key, DATABASE_URL: 'postgres://u:p@db/x' });
  // One newline is the file's, more would be the secret's.
  expect(readVariables(schema, { DATABASE_URL: 'x', PLIMSOLL_SECRET_KEY_FILE: file('two', `${key}\n\n`) }).PLIMSOLL_SECRET_KEY).toBe(
    `${key}\n`,
  );
});

test('what is wrong with a file is said with its setting, never with a path or a content', () => {
  const read = (environment: Record<string, string>) => {
    try {
      return readVariables(schema, { PLIMSOLL_SECRET_KEY: key, DATABASE_URL: 'x', ...environment });
    } catch (error) {
      const { message } = error as Error;
      expect(message).not.toContain(canary);
      expect(message).not.toContain(folder);
      return message;
    }
  };
  const secret = file('secret', canary);
  expect(read({ PLIMSOLL_SECRET_KEY_FILE: secret })).toBe(
    'Configuration: PLIMSOLL_SECRET_KEY: PLIMSOLL_SECRET_KEY and PLIMSOLL_SECRET_KEY_FILE are both set: keep one of them.',
  );
  // A secret in the place of its path is not shown either.
  expect(read({ PLIMSOLL_METRICS_TOKEN_FILE: canary })).toBe(
    'Configuration: PLIMSOLL_METRICS_TOKEN: The file that PLIMSOLL_METRICS_TOKEN_FILE names cannot be read (ENOENT).',
  );
  expect(read({ PLIMSOLL_METRICS_TOKEN_FILE: folder })).toMatch(/cannot be read \(EISDIR\)\.$/);
  expect(read({ PLIMSOLL_METRICS_TOKEN_FILE: file('empty', '\n') })).toMatch(/PLIMSOLL_METRICS_TOKEN_FILE names is empty\.$/);
  expect(read({ PLIMSOLL_METRICS_TOKEN_FILE: '/dev/zero' })).toMatch(/larger than 64 kB/);
  expect(read({ PLIMSOLL_METRICS_TOKEN_FILE: file('short', 'canary') })).toMatch(/needs at least 16 characters/);
  // Left out and unreadable is told once, and beside what else is wrong.
  expect(read({ PLIMSOLL_SECRET_KEY: '', PLIMSOLL_SECRET_KEY_FILE: join(folder, 'none'), DATABASE_URL: '' })).toMatch(
    /^Configuration: PLIMSOLL_SECRET_KEY: The file [^;]*; DATABASE_URL: [^;]*$/,
  );
});

test('a command reads a secret of no schema in the same way', () => {
  const read = (environment: Record<string, string>) => findSecret('PLIMSOLL_TOKEN', environment);
  expect(read({})).toBeUndefined();
  expect(read({ PLIMSOLL_TOKEN: ' plm_a\n' })).toBe('plm_a');
  expect(read({ PLIMSOLL_TOKEN: '', PLIMSOLL_TOKEN_FILE: file('token', 'plm_b\n') })).toBe('plm_b');
  expect(() => read({ PLIMSOLL_TOKEN: canary, PLIMSOLL_TOKEN_FILE: file('token', 'plm_b') })).toThrow(
    'PLIMSOLL_TOKEN and PLIMSOLL_TOKEN_FILE are both set: keep one of them.',
  );
  expect(() => read({ PLIMSOLL_TOKEN_FILE: canary })).toThrow('The file that PLIMSOLL_TOKEN_FILE names cannot be read (ENOENT).');
});
