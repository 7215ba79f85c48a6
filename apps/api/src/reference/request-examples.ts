/** Each route's request in curl, JavaScript and Python, made from the OpenAPI document: what stands in the reference is what the schema takes. */
import { exampleId, exampleValue } from './example-value.ts';
import type { Operation, Schema, Schemas } from './open-api.ts';

export interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

const plan = {
  version: 1,
  name: 'checkout',
  target: { url: 'http://127.0.0.1:8787/' },
  load: { model: 'open', rate: 100, duration: '30s' },
};
const otherPlan = { ...plan, target: { url: 'http://127.0.0.1:8788/' } };
/** What stands for more than its schema's parts would say. */
const known = { Plan: plan };
/** Bodies of which no part is required by itself, by the operation. */
const bodies: Readonly<Record<string, unknown>> = {
  postRuns: { plan },
  postExperiments: {
    kind: 'ab',
    variants: [
      { name: 'before', plan },
      { name: 'after', plan: otherPlan },
    ],
    maxDuration: '5m',
  },
  postShares: { runId: exampleId },
  postGrpcDescribe: { url: 'grpc://127.0.0.1:50051', reflection: true },
  postSendOne: { plan },
  patchRun: { tags: { branch: 'main' } },
  putTeam: { name: 'Harbour' },
  postMcp: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_runs', arguments: { limit: 5 } } },
};

/** The request as all three languages write it. */
interface Asked {
  readonly method: string;
  /** Its parts in turn: text, and names of the environment. */
  readonly path: readonly (string | { readonly variable: string })[];
  readonly credential: 'token' | 'session' | null;
  readonly body: { readonly type: string; readonly value: unknown } | null;
  readonly answers: 'json' | 'text' | 'nothing';
}

export function requestExamples(method: string, path: string, operation: Operation, schemas: Schemas): CodeSample[] {
  const asked = readRequest(method, path, operation, schemas);
  return [
    { lang: 'shell', label: 'curl', source: curl(asked) },
    { lang: 'javascript', label: 'JavaScript', source: javascript(asked) },
    { lang: 'python', label: 'Python', source: python(asked) },
  ];
}

function readRequest(
  method: string,
  path: string,
  { operationId = '', parameters = [], requestBody, responses = {}, security = [] }: Operation,
  schemas: Schemas,
): Asked {
  const query = parameters
    .filter((one) => one.in === 'query' && one.required)
    .map(({ name, schema = {} }) => `${name}=${queryValue(name, schema, schemas)}`);
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const good = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content;
  const answered = Object.keys(good ?? {})[0];
  const parts = path.split(/\{([^}]+)\}/).map((part, at) => (at % 2 === 0 ? part : { variable: variableName(part) }));
  return {
    method: method.toUpperCase(),
    path: [...parts, ...(query.length > 0 ? [`?${query.join('&')}`] : [])],
    credential: security.length === 0 ? null : security.some((one) => 'token' in one) ? 'token' : 'session',
    body: type === undefined ? null : { type, value: bodies[operationId] ?? exampleValue(media?.schema ?? {}, schemas, known) },
    answers: answered === undefined ? 'nothing' : /json$/.test(answered) ? 'json' : 'text',
  };
}

/** Ids of runs are known to who asks, as those in the path are. */
function queryValue(name: string, schema: Schema, schemas: Schemas): string {
  const value = exampleValue(schema, schemas, known);
  return encodeURIComponent(String(name === 'base' || name === 'candidate' ? id(value) : value));
}
const id = (value: unknown) => (value === 'text' ? exampleId : value);

/** `{userId}` → `USER_ID`. */
function variableName(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase();
}

const isJson = (type: string) => /json$/.test(type);

function curl({ method, path, credential, body }: Asked): string {
  const url = path.map((part) => (typeof part === 'string' ? part : `$${part.variable}`)).join('');
  const lines = [
    `curl --fail-with-body "$PLIMSOLL_URL${url}"`,
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...(credential === 'token' ? ['-H "Authorization: Bearer $PLIMSOLL_TOKEN"'] : []),
    ...(credential === 'session' ? ['-H "Cookie: $PLIMSOLL_COOKIE"'] : []),
    ...(body
      ? [
          `-H 'Content-Type: ${body.type}'`,
          `--data-binary ${isJson(body.type) ? shellQuoted(JSON.stringify(body.value, null, 2)) : '@file'}`,
        ]
      : []),
  ];
  return lines.join(' \\\n  ');
}

const shellQuoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

function variables({ path, credential }: Asked): string[] {
  const ofPath = path.flatMap((part) => (typeof part === 'string' ? [] : [part.variable]));
  return [
    'PLIMSOLL_URL',
    ...(credential === null ? [] : [credential === 'token' ? 'PLIMSOLL_TOKEN' : 'PLIMSOLL_COOKIE']),
    ...new Set(ofPath),
  ];
}

function javascript(asked: Asked): string {
  const { method, path, credential, body, answers } = asked;
  const url = path.map((part) => (typeof part === 'string' ? part : `\${${part.variable}}`)).join('');
  const headers = [
    ...(credential === 'token' ? [`Authorization: \`Bearer \${PLIMSOLL_TOKEN}\``] : []),
    ...(credential === 'session' ? ['Cookie: PLIMSOLL_COOKIE'] : []),
    ...(body ? [`'Content-Type': '${body.type}'`] : []),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}',`]),
    ...(headers.length > 0 ? [`headers: { ${headers.join(', ')} },`] : []),
    ...(body ? [`body: ${isJson(body.type) ? `JSON.stringify(${JSON.stringify(body.value, null, 2)})` : "await readFile('file')"},`] : []),
  ];
  return [
    ...(body && !isJson(body.type) ? ["import { readFile } from 'node:fs/promises';", ''] : []),
    `const { ${variables(asked).join(', ')} } = process.env;`,
    options.length === 0
      ? `const answer = await fetch(\`\${PLIMSOLL_URL}${url}\`);`
      : [`const answer = await fetch(\`\${PLIMSOLL_URL}${url}\`, {`, ...options.map((line) => indented(line, 2)), '});'].join('\n'),
    'if (!answer.ok) throw new Error(await answer.text());',
    { json: 'console.log(await answer.json());', text: 'console.log(await answer.text());', nothing: 'console.log(answer.status);' }[
      answers
    ],
  ].join('\n');
}

function python(asked: Asked): string {
  const { method, path, credential, body, answers } = asked;
  const url = path.map((part) => (typeof part === 'string' ? part : `{os.environ['${part.variable}']}`)).join('');
  const headers = [
    ...(credential === 'token' ? [`"Authorization": f"Bearer {os.environ['PLIMSOLL_TOKEN']}"`] : []),
    ...(credential === 'session' ? [`"Cookie": os.environ["PLIMSOLL_COOKIE"]`] : []),
    ...(body ? [`"Content-Type": "${body.type}"`] : []),
  ];
  const options = [
    `f"{os.environ['PLIMSOLL_URL']}${url}",`,
    ...(method === 'GET' ? [] : [`method="${method}",`]),
    ...(headers.length > 0 ? [`headers={${headers.join(', ')}},`] : []),
    ...(body ? [`data=${isJson(body.type) ? `json.dumps(${pythonValue(body.value)}).encode()` : 'open("file", "rb").read()'},`] : []),
  ];
  const usesJson = answers === 'json' || (body !== null && isJson(body.type));
  return [
    ...(usesJson ? ['import json'] : []),
    'import os',
    'import urllib.request',
    '',
    'request = urllib.request.Request(',
    ...options.map((line) => indented(line, 4)),
    ')',
    'with urllib.request.urlopen(request) as answer:',
    { json: '    print(json.load(answer))', text: '    print(answer.read().decode())', nothing: '    print(answer.status)' }[answers],
  ].join('\n');
}

function pythonValue(value: unknown, depth = 0): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const items = Array.isArray(value)
    ? value.map((one) => pythonValue(one, depth + 1))
    : Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${pythonValue(one, depth + 1)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (items.length === 0) return open + close;
  const pad = '  '.repeat(depth + 1);
  return `${open}\n${items.map((one) => `${pad}${one},\n`).join('')}${'  '.repeat(depth)}${close}`;
}

const indented = (text: string, by: number) => text.replaceAll('\n', `\n${' '.repeat(by)}`).replace(/^/, ' '.repeat(by));
