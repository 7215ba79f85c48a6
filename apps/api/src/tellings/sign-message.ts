/** Signs a message by Standard Webhooks 1.0: HMAC-SHA256 over its id, its moment and its bytes, once for each secret. */
import { createHmac } from 'node:crypto';
import { secretPrefix } from '@plimsoll/store/webhooks';

/** Headers of the message. `secrets`: `whsec_…`; each signs, so that a receiver may know either while one replaces the other. */
export function signMessage(id: string, body: string, secrets: readonly string[], nowMs: number): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(nowMs / 1000));
  const signed = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signed.join(' ') };
}
