/** Postgres refuses to run as root. As root it is started as another user of the machine; nobody is added to it. */
import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

export interface PostgresUser {
  readonly uid?: number;
  readonly gid?: number;
  spawn(file: string, args: readonly string[], options: SpawnOptions): ChildProcess;
}

function findUserIds(user: string): { uid: number; gid: number } | null {
  const ask = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: ask('-u'), gid: ask('-g') };
  } catch {
    return null;
  }
}

/** May any user of the machine pass through every folder down to this path? */
function passable(path: string): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/**
 * Chooses the user that starts the server. Not root: ours. Root: the owner of the data directory if there is one, else `postgres`, else `nobody`;
 * where a folder above is closed to them (a checkout in /root), with the one capability to pass through it. `more` is for its environment.
 */
export function findLauncher(data: string, binaries: string, more?: Readonly<Record<string, string>>): PostgresUser {
  if (process.getuid?.() !== 0)
    return { spawn: (file, args, options) => spawn(file, [...args], { ...options, ...(more && { env: { ...environment(), ...more } }) }) };
  const owner = existsSync(data) ? statSync(data) : null;
  const user = owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : (findUserIds('postgres') ?? findUserIds('nobody'));
  if (!user) throw new Error('Postgres cannot run as root and this machine has neither a user "postgres" nor "nobody".');
  // Copied or restored by root: Postgres serves only a directory of its own user.
  if (owner?.uid === 0) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, data]);
  const inPlace = { HOME: '/', PGDATA: data, ...more };
  if (passable(data) && passable(`${binaries}/postgres`))
    return {
      ...user,
      spawn: (file, args, options) => spawn(file, [...args], { ...options, ...user, env: { ...environment(), ...inPlace } }),
    };
  return {
    ...user,
    spawn: (file, args, options) =>
      spawn(
        'setpriv',
        [
          `--reuid=${user.uid}`,
          `--regid=${user.gid}`,
          '--clear-groups',
          // Without it access(2), by which Postgres checks its own files, leaves capabilities out of account.
          '--securebits=+no_setuid_fixup',
          '--inh-caps=+dac_override',
          '--ambient-caps=+dac_override',
          '--',
          file,
          ...args,
        ],
        { ...options, env: { ...environment(), ...inPlace } },
      ),
  };
}

/** The part of our environment that the server needs: none of its secrets. */
function environment(): Record<string, string> {
  return { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}
