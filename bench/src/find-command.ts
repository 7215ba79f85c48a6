import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

const folders = [
  ...(process.env.PATH ?? '').split(delimiter),
  join(homedir(), 'go/bin'),
  join(homedir(), '.cargo/bin'),
  '/usr/local/go/bin',
  join(import.meta.dirname, '../../node_modules/.bin'),
];

/** Full path of a command, also in the folders of `go install` and `cargo install`; null if it is not installed. */
export function findCommand(command: string): string | null {
  return folders.map((folder) => join(folder, command)).find((path) => existsSync(path)) ?? null;
}
