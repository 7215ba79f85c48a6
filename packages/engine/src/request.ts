/** The plan's request in the form that goes to the wire, made once. */
import type { Plan } from '@plimsoll/contracts/plan';
import packageJson from '../package.json' with { type: 'json' };

export const userAgent = `Plimsoll/${packageJson.version}`;

export interface PreparedRequest {
  readonly url: URL;
  readonly method: Plan['target']['method'];
  readonly path: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: Buffer | null;
}

/** Every request says what it is and which run it belongs to; a plan may choose its User-Agent, nothing more. */
export function prepareRequest(plan: Plan, runId: string): PreparedRequest {
  const { target } = plan;
  const url = new URL(target.url);
  const headers: string[] = [];
  if (!Object.keys(target.headers).some((name) => name.toLowerCase() === 'user-agent')) headers.push('user-agent', userAgent);
  headers.push('x-load-test-run', runId);
  for (const [name, value] of Object.entries(target.headers)) headers.push(name, value);
  return {
    url,
    method: target.method,
    path: `${url.pathname}${url.search}`,
    headers,
    body: target.body === null || target.body === '' ? null : Buffer.from(target.body),
  };
}
