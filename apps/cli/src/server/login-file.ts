/** The server and the token that `plimsoll login` stored: a file that its owner alone may read. */
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { EnvironmentVariables } from '../config.ts';

const loginSchema = z.object({ url: z.url(), token: z.string().min(1) });
export type Login = z.infer<typeof loginSchema>;

export function loginFile(env: EnvironmentVariables): string {
  const base = env.XDG_CONFIG_HOME || (process.platform === 'win32' && env.APPDATA) || join(homedir(), '.config');
  return join(base, 'plimsoll', 'login.json');
}

/** Null: nobody logged in here, or the file is no login. */
export function readLogin(env: EnvironmentVariables): Login | null {
  try {
    return loginSchema.parse(JSON.parse(readFileSync(loginFile(env), 'utf8')));
  } catch {
    return null;
  }
}

export function writeLogin(env: EnvironmentVariables, login: Login): string {
  const file = loginFile(env);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // A file that was there with other rights is replaced, never written into.
  const part = `${file}.${process.pid}`;
  writeFileSync(part, `${JSON.stringify(login)}\n`, { mode: 0o600 });
  chmodSync(part, 0o600);
  renameSync(part, file);
  return file;
}
