/** A span for each request to the API, named by its route. What asked for it may name its own trace (W3C's `traceparent`); its path, query and bodies stay out: they hold secrets. */
import type { IncomingMessage } from 'node:http';
import { api } from '@plimsoll/contracts/paths';
import { type Span, type Traces, tracedLog } from '@plimsoll/telemetry/spans';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { metricsPath } from './metrics-route.ts';

/** Asked all day long by programs, and files of the web. A watched run lasts as long as somebody watches. */
const untraced: ReadonlySet<string> = new Set([api.livez, api.readyz, api.health, metricsPath, '/assets/*', '/']);
const isTraced = (route: string | undefined): route is string => route !== undefined && !untraced.has(route) && !route.endsWith('/live');

export function addRequestSpans(app: FastifyInstance, traces: Traces): void {
  if (!traces.on) return;
  const spans = new WeakMap<IncomingMessage, Span>();
  // The first that is done for a request: all of its lines name its trace. One whose span never ends is not sent.
  app.setChildLoggerFactory((logger, bindings, options, raw) => {
    const { traceparent } = raw.headers;
    const span = traces.begin('request', { kind: 'server', parent: typeof traceparent === 'string' ? traceparent : null });
    spans.set(raw, span);
    return logger.child({ ...bindings, ...tracedLog(span) }, options);
  });
  const enter = ({ raw, routeOptions }: FastifyRequest, done: () => void) => {
    const span = spans.get(raw);
    // What happens in one that is not sent would stand below nothing.
    if (span && isTraced(routeOptions.url)) traces.within(span, done);
    else done();
  };
  app.addHook('onRequest', (request, _reply, done) => enter(request, done));
  // The events of a body that is read come from outside.
  app.addHook('preValidation', (request, _reply, done) => enter(request, done));
  app.addHook('onResponse', async ({ raw, id, routeOptions }, reply) => {
    const { url: route, method } = routeOptions;
    const span = spans.get(raw);
    if (!span || !isTraced(route)) return;
    const asked = [method].flat()[0] ?? 'GET';
    const status = reply.statusCode;
    span.rename(`${asked} ${route}`);
    span.set({ 'http.request.method': asked, 'http.route': route, 'http.response.status_code': status, 'plimsoll.request_id': id });
    span.end(status >= 500 ? String(status) : null);
  });
}
