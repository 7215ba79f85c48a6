/** The plans of the seeded team. Their targets are the demo target's, so each can be run again for real. */
import { type Plan, type PlanInput, planSchema } from '@plimsoll/contracts/plan';

export function makePlans(demoPort: number) {
  const url = (path: string, delayMs: number) => `http://127.0.0.1:${demoPort}${path}?delayMs=${delayMs}`;
  type Written = Omit<PlanInput, 'version'>;
  const parse = (plan: Written): Plan => planSchema.parse({ version: 1, ...plan });
  const checkout: Written = {
    name: 'Checkout, 200/s',
    target: { url: url('/checkout', 11), method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"basket":42}' },
    load: { model: 'open', rate: 200, duration: '20s', maxConnections: 60 },
    thresholds: ['p(99) < 80ms', 'error_rate < 1%'],
    tags: { service: 'checkout' },
  };
  return {
    checkout: parse(checkout),
    checkoutWithoutKeepAlive: parse({ ...checkout, connection: { keepAlive: false } }),
    search: parse({
      name: 'Search, 150/s',
      target: { url: url('/search', 24) },
      load: { model: 'open', rate: 150, duration: '20s', maxConnections: 80 },
      thresholds: ['p(95) < 60ms'],
      tags: { service: 'search' },
    }),
    searchWith: (connections: number) =>
      parse({
        name: `Search, ${connections} connections`,
        target: { url: url('/search', 24) },
        load: { model: 'open', rate: 400, duration: '10s', maxConnections: connections },
        tags: { service: 'search' },
      }),
    basket: parse({
      name: 'Login and basket',
      requests: [
        { name: 'login', method: 'POST', url: url('/login', 30), body: '{"user":"ann"}', weight: 1 },
        { name: 'basket', url: url('/basket', 9), weight: 4 },
      ],
      load: { model: 'open', rate: 100, duration: '20s', maxConnections: 60 },
      thresholds: ['p(95){login} < 80ms', 'p(95){basket} < 40ms'],
      tags: { service: 'shop' },
    }),
    breakpoint: parse({
      name: 'Checkout, breakpoint',
      target: { url: url('/checkout', 11), method: 'POST', body: '{"basket":42}' },
      load: {
        model: 'open',
        startRate: 100,
        stages: [200, 400, 600, 800, 1000].flatMap((to) => [
          { to, over: '2s' },
          { to, over: '6s' },
        ]),
        maxConnections: 200,
      },
      thresholds: ['error_rate < 1%'],
      tags: { service: 'checkout' },
    }),
    updates: parse({
      name: 'Price updates',
      target: {
        url: `grpc://127.0.0.1:${demoPort}`,
        grpc: { call: 'plimsoll.demo.Demo/Countdown', reflection: true, message: { count: 10, gapMs: 5 } },
      },
      connection: { protocol: 'grpc', streams: 20 },
      load: { model: 'open', rate: 40, duration: '20s', maxConnections: 4 },
      thresholds: ['first_message p(99) < 200ms'],
      tags: { service: 'prices' },
    }),
  };
}
