/** A connection to a target that the policy allows: to the very address that was judged, so that a name cannot point elsewhere a moment later. */
import { lookup } from 'node:dns/promises';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { refusal } from '@plimsoll/contracts/refusal';
import { judgeAddress, judgeUrl, provenAddresses, type TargetPolicy } from '@plimsoll/contracts/target-policy';
import { refusalSentence } from '@plimsoll/wording/refusal-sentence';
import { ApiError } from '../http/api-error.ts';

function refuse(message: string): ApiError {
  return new ApiError('target_refused', message, [{ field: '/url', message }]);
}

/** `url`: http:// or https://. Throws ApiError `target_refused`, or an error of the system. */
export async function openGuardedSocket(url: URL, policy: TargetPolicy, signal: AbortSignal): Promise<Socket> {
  const refused = judgeUrl(policy, url);
  if (refused) throw refuse(refusalSentence(refused));
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const secure = url.protocol === 'https:';
  const port = Number(url.port) || (secure ? 443 : 80);
  const resolve = async () => (await lookup(host, { all: true, order: 'verbatim' })).map(({ address }) => address);
  const addresses = isIP(host) ? [host] : (provenAddresses(policy, host) ?? (await resolve()));
  if (addresses.length === 0) throw refuse(refusalSentence(refusal('target_not_proven', { target: host })));
  const unfit = addresses.map((address) => judgeAddress(policy, host, address, port)).find((reason) => reason !== null);
  if (unfit) throw refuse(refusalSentence(unfit));
  const [address = host] = addresses;
  const to = { host: address, port };
  const socket = secure ? connectTls({ ...to, ALPNProtocols: ['h2'], ...(isIP(host) ? {} : { servername: host }) }) : connect(to);
  const stop = () => socket.destroy(new Error('no answer in time'));
  signal.addEventListener('abort', stop, { once: true });
  return new Promise((resolve, reject) => {
    socket.once('error', reject).once(secure ? 'secureConnect' : 'connect', () => resolve(socket));
  });
}
