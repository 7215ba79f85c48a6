/** Which URLs lead to one machine, by the addresses of their hosts. */
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import { judgedAddresses } from '../dial/target-guard.ts';

export interface MachineQuestion {
  readonly urls: readonly string[];
  readonly policy: TargetPolicy;
}

/** Loopback and the addresses of this machine's own interfaces are one machine. */
function machineOf(address: string, own: ReadonlySet<string>): string {
  const isLoopback = isIP(address) === 4 ? address.startsWith('127.') : address === '::1';
  return isLoopback || own.has(address) ? 'own' : address;
}

/**
 * Do two of these URLs lead to one address? Each is judged as a connection to it would be; one that is refused or has no address shares none. Machines
 * behind one proxy or name of a balancer count as one; one machine with several addresses (containers) does not. Sends nothing to the hosts.
 */
export async function shareMachine({ urls, policy }: MachineQuestion): Promise<boolean> {
  const own = new Set(Object.values(networkInterfaces()).flatMap((one) => one?.map(({ address }) => address) ?? []));
  const found = await Promise.all(urls.map((url) => judgedAddresses({ url: new URL(url), policy })));
  const machines = found.map((addresses) => new Set(addresses.map((address) => machineOf(address, own))));
  return machines.some((one, at) => machines.slice(at + 1).some((other) => !one.isDisjointFrom(other)));
}
