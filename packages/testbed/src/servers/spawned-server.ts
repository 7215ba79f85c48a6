/** Servers that nobody here wrote, each in a process and a folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { server } from '../certificates.ts';

/** A folder with these files, and the certificate of `certificates.ts` as `cert.pem` and `key.pem`. */
export function createServerFolder(files: Readonly<Record<string, string | Buffer>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-server-'));
  const all = { 'cert.pem': server.certificate, 'key.pem': server.key, ...files };
  for (const [name, content] of Object.entries(all)) writeFileSync(join(folder, name), content);
  return folder;
}

export interface SpawnedServer {
  /** Its output so far. */
  output(): string;
  signal(signal: NodeJS.Signals): void;
  /** Ends it by SIGTERM, and by force after 3 s; then its folder can be read. */
  stop(): Promise<void>;
  /** Removes its folder. */
  remove(): void;
  /** Ends it and removes its folder. */
  close(): Promise<void>;
}

/** Starts it and answers when somebody listens on the port. Throws, and ends it, where nobody does within the patience. */
export async function spawnServer(command: readonly string[], folder: string, port: number, patienceMs = 10_000): Promise<SpawnedServer> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.setEncoding('latin1').on('data', (text) => (output += text));
  child.stderr.setEncoding('latin1').on('data', (text) => (output += text));
  const gone = once(child, 'exit');
  const killed = () => child.kill('SIGKILL');
  process.once('exit', killed);
  gone.then(() => process.removeListener('exit', killed)).catch(() => undefined);
  await listening(child, port, patienceMs, () => output).catch((error: unknown) => {
    killed();
    throw error;
  });
  const stop = async () => {
    child.kill('SIGTERM');
    const timer = setTimeout(killed, 3000);
    await gone;
    clearTimeout(timer);
  };
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { output: () => output, signal: (signal) => child.kill(signal), stop, remove, close: () => stop().then(remove) };
}

async function listening(child: ChildProcess, port: number, patienceMs: number, output: () => string): Promise<void> {
  for (let tries = 0; tries < patienceMs / 50 && child.exitCode === null; tries++) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (open) return;
    await sleep(50);
  }
  throw new Error(`${child.spawnfile} did not start on port ${port}: ${output().slice(-500)}`);
}
