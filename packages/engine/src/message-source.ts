/** Gives each request its message: the plan's target, with templates rendered and a data row filled in. */
import type { Plan } from '@plimsoll/contracts/plan';
import { requestsOf } from '@plimsoll/contracts/requests';
import type { Target } from '@plimsoll/contracts/target';
import { hasTemplate } from '@plimsoll/contracts/template';
import packageJson from '../package.json' with { type: 'json' };
import { type Feeder, feederOf } from './feeder.ts';
import { Message } from './message.ts';
import type { Part } from './part.ts';
import { compileTemplate, inBody, inHeader, inPath, type RenderContext } from './template.ts';

export const userAgent = `Plimsoll/${packageJson.version}`;

export interface MessageSource {
  next(): Message;
  /** How many requests there is data for, over all parts. */
  readonly most: number;
}

export interface SourceOptions {
  readonly plan: Plan;
  readonly runId: string;
  readonly part: Part;
  readonly random: () => number;
  readonly wallMs: () => number;
}

export function messageSource(options: SourceOptions): MessageSource {
  const { plan } = options;
  const [target] = requestsOf(plan);
  const url = new URL(target.url);
  const feeder = plan.data ? feederOf(plan.data) : null;
  const plain = new Message({
    method: target.method,
    url,
    path: `${url.pathname}${url.search}`,
    headers: headersOf(target, options.runId),
    body: bodyOf(target),
  });
  const most = feeder?.most ?? Number.POSITIVE_INFINITY;
  const render = renderer(target, plain);
  if (!render) return { most, next: () => plain };
  return { most, next: numbered(options, feeder, render) };
}

/** Every request says what it is and which run it belongs to; a plan may choose its User-Agent, nothing more. */
function headersOf(target: Target, runId: string): string[] {
  const own = Object.keys(target.headers).some((name) => name.toLowerCase() === 'user-agent') ? [] : ['user-agent', userAgent];
  return [...own, 'x-load-test-run', runId, ...Object.entries(target.headers).flat()];
}

function bodyOf(target: Target): Buffer | null {
  if (target.bodyBytes !== null) return Buffer.alloc(target.bodyBytes, 'x');
  return target.body ? Buffer.from(target.body) : null;
}

/** Requests of all parts are numbered 0, 1, 2 …; this part has every `part.of`-th of them. */
function numbered(options: SourceOptions, feeder: Feeder | null, render: (context: RenderContext) => Message): () => Message {
  const { part, random, wallMs } = options;
  let seq = part.index;
  return () => {
    const context = { seq, row: feeder ? feeder.rowOf(seq, random) : null, random, wallMs };
    seq += part.of;
    return render(context);
  };
}

/** Makes a message of a context, or null if nothing in the target depends on one. */
function renderer(target: Target, plain: Message): ((context: RenderContext) => Message) | null {
  const path = hasTemplate(target.url) ? compileTemplate(rawPath(target.url), inPath) : null;
  const body = target.body === null ? null : compileTemplate(target.body, inBody);
  const headers = plain.headers.map((text, index) => (index % 2 === 1 ? compileTemplate(text, inHeader) : null));
  if (!path && !body && headers.every((header) => header === null)) return null;
  return (context) =>
    new Message({
      ...plain,
      url: plain.url,
      method: plain.method,
      path: path ? path(context) : plain.path,
      headers: plain.headers.map((text, index) => headers[index]?.(context) ?? text),
      body: body ? Buffer.from(body(context)) : plain.body,
    });
}

/** Path and query as they were written, without the fragment; what is no template is escaped as a URL would be. */
function rawPath(url: string): string {
  const written = /^[a-z]+:\/\/[^/?#]*([^#]*)/i.exec(url)?.[1] ?? '';
  const whole = written.startsWith('/') ? written : `/${written}`;
  return whole
    .split(/(\{\{[^{}]*\}\})/)
    .map((piece) => (piece.startsWith('{{') ? piece : encodeURI(piece).replaceAll('%25', '%')))
    .join('');
}
