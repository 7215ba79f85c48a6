/** Says once that a proxy stands in front which nobody told us of: all people then share its address in the sign-in limits. */
import type { FastifyInstance } from 'fastify';

export function addUntrustedProxyWarning(app: FastifyInstance): void {
  let said = false;
  app.addHook('onRequest', async (request) => {
    if (said || request.headers['x-forwarded-for'] === undefined || request.ip !== request.socket.remoteAddress) return;
    said = true;
    request.log.warn(
      { proxy: request.ip },
      'requests come through a proxy that is not in PLIMSOLL_TRUSTED_PROXIES: sign-in limits count everybody behind it as one address',
    );
  });
}
