/** The requests and checks of a k6 script, where they are written out. */
import type { PlanInput } from '@plimsoll/contracts/plan';
import type { AnyNode, CallExpression, Expression } from 'acorn';
import { draftRequest, type RequestDraft } from '../command/request-draft.ts';
import { findStream } from '../command/stream-draft.ts';
import { isCallOf, type Script } from './script-reader.ts';

const methods = { get: 'GET', head: 'HEAD', post: 'POST', put: 'PUT', patch: 'PATCH', del: 'DELETE', options: 'OPTIONS' } as const;

/** Each `http.get(…)` and `sse.open(…)` (xk6-sse) in the order of the text. Throws ImportError where its URL, headers or body would have to be computed. */
export function listK6Requests(script: Script): RequestDraft[] {
  return script.nodes.flatMap((node) => {
    if (node.type !== 'CallExpression') return [];
    if (isCallOf(node.callee, 'http', 'request')) {
      const [method, ...others] = listArguments(node);
      return method ? [readRequest(script, String(readExpression(script, method)).toUpperCase(), others)] : [];
    }
    if (isCallOf(node.callee, 'sse', 'open')) return readStream(script, listArguments(node));
    const found = Object.entries(methods).find(([name]) => isCallOf(node.callee, 'http', name));
    if (!found) return [];
    const [url, ...others] = listArguments(node);
    const [, method] = found;
    // http.get and http.head take no body.
    const bodiless = method === 'GET' || method === 'HEAD';
    return url ? [readRequest(script, method, [url, ...(bodiless ? [null, ...others] : others)])] : [];
  });
}

/** Its method and body stand in its parameters. */
function readStream(script: Script, [url, parameters]: readonly (Expression | null)[]): RequestDraft[] {
  if (!url) return [];
  const fields = parameters && script.readObject(script.read(parameters));
  const field = (name: string) => {
    const found = fields?.get(name);
    return found && script.readValue(found);
  };
  const request = readRequest(script, String(field('method') ?? 'GET').toUpperCase(), [url, null, parameters]);
  const body = field('body');
  if (typeof body === 'string' && body !== '') request.body(body);
  request.headerUnlessGiven('Accept', 'text/event-stream');
  request.stream(findStream(request.input()) ?? 'sse');
  return [request];
}

function readExpression(script: Script, node: Expression): unknown {
  return script.readValue(script.read(node));
}

function listArguments({ arguments: given }: CallExpression): (Expression | null)[] {
  return given.map((one) => (one.type === 'SpreadElement' ? null : one));
}

function readRequest(script: Script, method: string, [url, body, parameters]: readonly (Expression | null | undefined)[]): RequestDraft {
  const request = draftRequest(url ? String(readExpression(script, url)) : '');
  request.method(method);
  for (const [name, value] of listHeaders(script, parameters)) request.header(`${name}: ${value}`);
  const content = body ? readExpression(script, body) : null;
  if (typeof content === 'string') request.body(content);
  else if (content !== null && typeof content === 'object') {
    // k6 sends an object as a form.
    const pairs = Object.entries(content).map(([name, value]): [string, string] => [name, String(value)]);
    request.body(new URLSearchParams(pairs).toString());
    request.headerUnlessGiven('Content-Type', 'application/x-www-form-urlencoded');
  }
  return request;
}

/** The headers of a request's parameters. Throws ImportError where they would have to be computed. */
export function listHeaders(script: Script, parameters: AnyNode | null | undefined): [name: string, value: string][] {
  const headers = parameters && script.readObject(script.read(parameters))?.get('headers');
  const written = headers ? (script.readValue(headers) as Readonly<Record<string, unknown>>) : {};
  return Object.entries(written).map(([name, value]) => [name, String(value)]);
}

/** `r.status === 200` inside of `check(…)`. */
export function listK6Checks(script: Script): NonNullable<PlanInput['checks']> {
  const inChecks = script.nodes.filter(
    (node) => node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 'check',
  );
  const statuses = script.nodes.flatMap((node) => {
    if (node.type !== 'BinaryExpression' || !/^===?$/.test(node.operator)) return [];
    if (!inChecks.some(({ start, end }) => start <= node.start && node.end <= end)) return [];
    const { left, right } = node;
    const isStatus = left.type === 'MemberExpression' && left.property.type === 'Identifier' && left.property.name === 'status';
    return isStatus && right.type === 'Literal' && typeof right.value === 'number' ? [right.value] : [];
  });
  return [...new Set(statuses)].map((status) => ({ status }));
}
