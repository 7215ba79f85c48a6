import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { noteFigure } from '@plimsoll/testbed/rounds';
import { expect, test } from 'vitest';
import { testedClient } from '../support/harness.ts';
import { spellings } from './policy-spellings.ts';
import type { Counted } from './policy-world.ts';

/** A network of one's own, in which every address of IPv4 and IPv6 is this machine's, and a list of names of one's own. */
const world =
  'ip link set lo up && ip route add local 0.0.0.0/0 dev lo && ip -6 route add local ::/0 dev lo && mount --bind "$1" /etc/hosts && shift && exec "$@"';
const inWorld = (hosts: string, ...command: string[]) => ['-rmn', 'sh', '-c', world, 'sh', hosts, ...command];

function canHaveWorld(): boolean {
  const dir = mkdtempSync(join(tmpdir(), 'plimsoll-world-'));
  writeFileSync(join(dir, 'hosts'), '');
  const { status } = spawnSync('unshare', inWorld(join(dir, 'hosts'), 'true'), { stdio: 'ignore' });
  rmSync(dir, { recursive: true });
  return status === 0;
}

// Linux with namespaces, which containers may forbid.
test.skipIf(!canHaveWorld())(
  'no spelling of a forbidden address gets a connection, by plan, redirect or a name that is rebound',
  async () => {
    expect(spellings.length).toBeGreaterThan(60);
    const dir = mkdtempSync(join(tmpdir(), 'plimsoll-world-'));
    const hosts = join(dir, 'hosts');
    writeFileSync(hosts, '');
    const child = fileURLToPath(new URL('./policy-world.ts', import.meta.url));
    const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
    const { stdout } = await promisify(execFile)('unshare', inWorld(hosts, process.execPath, child), {
      env: { PATH, NODE_COMPILE_CACHE, PLIMSOLL_TEST_CLIENT: testedClient },
      timeout: 80_000,
    }).finally(() => rmSync(dir, { recursive: true }));
    const counted = JSON.parse(stdout) as Counted;
    for (const [way, times] of Object.entries(counted.tried)) noteFigure('W1', `spellings tried by ${way}`, times);
    noteFigure('W1', 'connections at forbidden listeners', counted.forbidden.length);
    // The listeners do count, and each redirect was answered.
    expect(counted.control).toBe(4);
    expect(counted.allowed).toBeGreaterThan(100);
    expect(counted.tried.redirect).toBe(spellings.length);
    expect(counted.redirects).toBe(spellings.length);
    expect(counted.taken).toEqual([]);
    expect(counted.forbidden).toEqual([]);
  },
);
