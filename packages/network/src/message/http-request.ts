/** One HTTP request as a plan writes it: compiled once, then rendered for each time it is sent. */
import type { Target } from '@plimsoll/contracts/target';
import { sentUrl } from '@plimsoll/contracts/unix-url';
import packageJson from '../../package.json' with { type: 'json' };
import { compileAuthorization } from './authorization.ts';
import { compileTemplate, escapeHeaderValue, escapePathText, escapePathValue, type RenderContext, render, unescaped } from './template.ts';

const userAgent = `Plimsoll/${packageJson.version}`;

export interface HttpParts {
  /** As it is written, templates included. */
  readonly url: URL;
  readonly method: string;
  readonly path: string;
  /** Names and values, alternating. */
  readonly headers: readonly string[];
  readonly body: Buffer | null;
}

export interface CompiledHttp {
  /** Do templates make each one different? */
  readonly changes: boolean;
  render(context: RenderContext): HttpParts;
}

/** Names and values, alternating. Every request names its generator and its run. A plan may replace the User-Agent, but not the run's id. */
export function listHeaders(target: Target, runId: string): string[] {
  const own = Object.keys(target.headers).some((name) => name.toLowerCase() === 'user-agent') ? [] : ['user-agent', userAgent];
  return [...own, 'x-load-test-run', runId, ...Object.entries(target.headers).flat()];
}

export function compileHttpRequest(target: Target, runId: string): CompiledHttp {
  const written = sentUrl(target.url);
  const url = new URL(written);
  const path = written.includes('{{') ? compileTemplate(rawPath(written), escapePathValue, escapePathText) : `${url.pathname}${url.search}`;
  const headers = listHeaders(target, runId).map((text, index) => (index % 2 === 1 ? compileTemplate(text, escapeHeaderValue) : text));
  if (target.auth) headers.push('authorization', compileAuthorization(target.auth));
  const body = target.body ? compileTemplate(target.body, unescaped) : null;
  const bytes = decodeBody(target) ?? (typeof body === 'string' ? Buffer.from(body) : null);
  const { method } = target;
  const changes = [path, body, ...headers].some((part) => typeof part === 'function');
  return {
    changes,
    render: (context) => ({
      url,
      method,
      path: render(path, context),
      headers: headers.map((header) => render(header, context)),
      body: typeof body === 'function' ? Buffer.from(body(context)) : bytes,
    }),
  };
}

function decodeBody({ bodyBytes, bodyFile }: Target): Buffer | null {
  if (bodyBytes !== null) return Buffer.alloc(bodyBytes, 'x');
  return bodyFile && Buffer.from(bodyFile.base64, 'base64');
}

/** Path and query as they were written, without the fragment. */
function rawPath(url: string): string {
  const written = /^[a-z]+:\/\/[^/?#]*([^#]*)/i.exec(url)?.[1] ?? '';
  return written.startsWith('/') ? written : `/${written}`;
}
