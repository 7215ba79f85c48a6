/** The speed of the network interface towards a target, where the system tells it: beyond it no generator and no target is to blame. */
import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

const interfaces = '/sys/class/net';
/** A load does not wait for a name server because of this. */
const longestLookupMs = 500;

/**
 * Bits per second of the interface that packets to the URL's host leave by; null for loopback, where the system does not tell (outside
 * Linux, most wireless and virtual interfaces), and where the name is not resolved in time. Sends nothing to the host.
 */
export async function findLineRate(url: string, from = interfaces): Promise<number | null> {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  const tooLong = new Promise<null>((resolve) => setTimeout(resolve, longestLookupMs, null).unref());
  return Promise.race([findRate(host, from).catch(() => null), tooLong]);
}

async function findRate(host: string, from: string): Promise<number | null> {
  const { address } = await lookup(host);
  const local = await localAddressTowards(address);
  const name = Object.entries(networkInterfaces()).find(([, own]) => own?.some((one) => one.address === local && !one.internal))?.[0];
  if (!name) return null;
  // In Mbit/s; -1 where the driver does not know.
  const speed = Number(await readFile(`${from}/${name}/speed`, 'utf8'));
  return speed > 0 ? speed * 1e6 : null;
}

/** Connecting a datagram socket asks the routing table, and sends nothing. */
async function localAddressTowards(address: string): Promise<string> {
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
  try {
    socket.connect(9, address);
    await once(socket, 'connect');
    return socket.address().address;
  } finally {
    socket.close();
  }
}
