import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { claimPart } from './backup-part.ts';

function makeFolder(files: Readonly<Record<string, number>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-parts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, minutesAgo] of Object.entries(files)) {
    writeFileSync(join(folder, name), 'half of it');
    const at = Date.now() / 1000 - minutesAgo * 60;
    utimesSync(join(folder, name), at, at);
  }
  return folder;
}

test('parts that killed backups left go, with a word, and nothing else does', () => {
  const folder = makeFolder({
    'mine.backup.part': 11,
    'plimsoll-2026-01-01T120000.backup.part': 600,
    'plimsoll-2026-01-02T120000.backup.part': 9,
    'plimsoll-2026-01-01T120000.backup': 600,
    'yours.backup.part': 600,
  });
  const said: string[] = [];
  expect(claimPart(join(folder, 'mine.backup'), (sentence) => said.push(sentence))).toBe(join(folder, 'mine.backup.part'));
  expect(readdirSync(folder).sort()).toEqual([
    'plimsoll-2026-01-01T120000.backup',
    'plimsoll-2026-01-02T120000.backup.part',
    'yours.backup.part',
  ]);
  expect(said.map((sentence) => /^Removed \S+\/(\S+): a backup that broke off left it on /.exec(sentence)?.[1]).sort()).toEqual([
    'mine.backup.part',
    'plimsoll-2026-01-01T120000.backup.part',
  ]);
});

test('a part that may still be written is refused in words and stays', () => {
  const folder = makeFolder({ 'mine.backup.part': 1 });
  expect(() => claimPart(join(folder, 'mine.backup'), () => undefined)).toThrow(
    'is being written by another backup, or was left by one that broke off',
  );
  expect(readdirSync(folder)).toEqual(['mine.backup.part']);
  expect(() => claimPart(join(folder, 'no', 'mine.backup'), () => undefined)).toThrow('There is no folder');
});
