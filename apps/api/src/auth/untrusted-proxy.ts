/** Says once that a proxy stands in front which nobody told us of: all people then share its address in the sign-in limits. */
import type { FastifyInstance } from 'fastify';

export function addUntrustedProxyWarning(app: FastifyInstance): void {
  let said = false;
  app.addHook('onRequest', async (request) => {
    // Those on the way that are believed, and the first that is not: whom the header names is among them where its sender is trusted.
    if (said || request.headers['x-forwarded-for'] === undefined || (request.ips?.length ?? 1) > 1) return;
    said = true;
    request.log.warn(
      { proxy: request.ip },
      'requests come through a proxy that is not in PLIMSOLL_TRUSTED_PROXIES: sign-in limits count everybody behind it as one address',
    );
  });
}
