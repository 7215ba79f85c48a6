/** Finds out which protocol `auto` stands for, by one TLS handshake before the load starts. */

import type { TLSSocket } from 'node:tls';
import type { SpokenProtocol } from '@plimsoll/contracts/connection';
import type { Plan } from '@plimsoll/contracts/plan';
import { planUrl } from '@plimsoll/contracts/requests';
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import { createDialler } from '@plimsoll/network/target-guard';

const maxNegotiationMs = 5000;

/** Finds the protocol that the load is to speak. If the target cannot be reached that is HTTP/1.1, and its errors are counted in the load. */
export async function negotiateProtocol(plan: Plan, policy: TargetPolicy): Promise<SpokenProtocol> {
  const { connection } = plan;
  if (connection.protocol !== 'auto') return connection.protocol;
  const dial = createDialler({ url: new URL(planUrl(plan)), policy, connection, alpn: ['h2', 'http/1.1'] });
  const chosen = await new Promise<string | false | null>((resolve) => {
    const attempt = dial((_error, opened) => {
      clearTimeout(timer);
      resolve((opened?.socket as TLSSocket | undefined)?.alpnProtocol ?? null);
      opened?.socket.destroy();
    });
    const timer = setTimeout(() => attempt.abort(), maxNegotiationMs);
  });
  return chosen === 'h2' ? 'http2' : 'http1';
}
