/**
 * A wall clock that can be stepped: libfaketime gives the processes that are started with it another clock than the machine's. What they
 * measure time with, the monotonic clock, goes on as it is.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Clock {
  /** For the environment of the processes that go by it. */
  readonly environment: Readonly<Record<string, string>>;
  /** Sets it so far ahead of the machine's (behind it where negative), until it is set again. */
  set(seconds: number): void;
}

/** Removes the memory that libfaketime shared with the children of a process: a process that was killed left it. */
export function removeClockTraces(pid: number): void {
  for (const name of [`faketime_shm_${pid}`, `sem.faketime_sem_${pid}`]) rmSync(join('/dev/shm', name), { force: true });
}

/** Debian's package libfaketime has a folder for each architecture. */
function findLibrary(): string | null {
  const folders = ['/usr/lib', '/usr/local/lib'];
  if (existsSync('/usr/lib'))
    folders.push(
      ...readdirSync('/usr/lib')
        .filter((name) => name.includes('-linux-'))
        .map((name) => join('/usr/lib', name)),
    );
  return folders.map((folder) => join(folder, 'faketime', 'libfaketimeMT.so.1')).find((file) => existsSync(file)) ?? null;
}

/** Opens clocks that lie in a folder which every user of the machine may read; null where libfaketime is not installed. */
export function openClocks(dir: string): ((name: string) => Clock) | null {
  const library = findLibrary();
  if (!library) return null;
  mkdirSync(dir, { recursive: true, mode: 0o755 });
  return (name) => {
    const file = join(dir, name);
    const set = (seconds: number) => {
      // Read at every look at the clock: it must never be half written.
      writeFileSync(`${file}.next`, `${seconds < 0 ? '' : '+'}${seconds}\n`, { mode: 0o644 });
      renameSync(`${file}.next`, file);
    };
    set(0);
    return {
      set,
      environment: {
        LD_PRELOAD: library,
        FAKETIME_TIMESTAMP_FILE: file,
        FAKETIME_NO_CACHE: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
        NO_FAKE_STAT: '1',
      },
    };
  };
}
