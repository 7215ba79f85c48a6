/** Where a program is installed. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Where installers put programs that are not on everybody's PATH. */
const otherFolders = [
  '/usr/bin',
  '/usr/sbin',
  '/usr/local/bin',
  '/opt/homebrew/bin',
  '/snap/bin',
  '/usr/local/go/bin',
  join(homedir(), 'go/bin'),
  join(homedir(), '.cargo/bin'),
  join(import.meta.dirname, '../../../node_modules/.bin'),
];

/** Full path of the first of these programs that is installed, on PATH or where installers put them; null: none is. */
export function findCommand(...names: readonly string[]): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...otherFolders];
  for (const name of names) for (const folder of folders) if (existsSync(join(folder, name))) return join(folder, name);
  return null;
}
