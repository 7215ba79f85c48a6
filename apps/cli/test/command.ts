/** The command as a process of its own, as a shell starts it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtProgram } from '@plimsoll/programs/built-program';
import { afterAll } from 'vitest';

export const main = fileURLToPath(builtProgram(new URL('../src/main.ts', import.meta.url)));

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** All that it has printed so far. */
  printed(): string;
}

export interface CommandOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly file?: string;
  readonly node?: string;
  readonly input?: string;
}

/** Those of a file of tests go with it: tests that run at once have no end of their own to hook into. */
const folders = mkdtempSync(join(tmpdir(), 'plimsoll-cli-'));
afterAll(() => rmSync(folders, { recursive: true, force: true }));

/** An empty folder, which is also its home. */
export function emptyFolder(): string {
  return mkdtempSync(join(folders, 'home-'));
}

export function startCommand(
  args: readonly string[],
  { cwd, env = {}, file = main, node = process.execPath, input }: CommandOptions,
): Started {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const child = spawn(node, [file, ...args], {
    cwd,
    env: { PATH, NODE_COMPILE_CACHE, HOME: cwd, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  child.stdin.end(input ?? '');
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, out, err }));
  return { child, ended, printed: () => out + err };
}

export function command(args: readonly string[], options: CommandOptions): Promise<Ended> {
  return startCommand(args, options).ended;
}
