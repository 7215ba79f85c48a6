import { sendingClient } from '@plimsoll/contracts/connection';
import type { Plan } from '@plimsoll/contracts/plan';

/** A client made for comfort is a good part of what is measured of a target that answers sooner. */
const quickUs = 1000;

/** Would raw sockets ask more of the target than undici can? `usualUs`: of its answers; null where none was timed. */
export function wantsWire({ load, connection }: Pick<Plan, 'load' | 'connection'>, usualUs: number | null): boolean {
  return load.model === 'closed' && sendingClient(connection) === 'undici' && usualUs !== null && usualUs < quickUs;
}
