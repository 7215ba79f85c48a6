/** Does a process run? One that ended and waits to be read does not. */
import { readFileSync } from 'node:fs';

export function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}
