/** A load on one connection against a target that plays a script of HTTP/2 bytes. */
import { type Http2Script, startScriptedHttp2 } from '@plimsoll/testbed/targets/scripted-http2';
import { type PlanRest, planFor } from './harness.ts';
import { runLoop } from './run-loop.ts';

/** The body is `ok`, no more and no less. */
export const okBody: PlanRest = { checks: [{ bodyContains: 'ok' }, { maxBodyBytes: 2 }] };

/** The sums of the load and the target, which is closed by then. */
export async function runScript(script: Http2Script, requests: number, rest: PlanRest = {}) {
  const target = await startScriptedHttp2(script);
  const connection = { protocol: 'http2' as const, ...rest.connection };
  const plan = planFor(target.url, { model: 'closed', connections: 1, requests }, { timeout: '10s', ...rest, connection });
  const totals = await runLoop(plan);
  await target.close();
  return { totals, target };
}
