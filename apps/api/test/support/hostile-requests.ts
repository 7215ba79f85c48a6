/** Requests that the OpenAPI document describes, filled with what fits and with what does not: numbers and times beyond their bounds first of all. */

interface HostileRequest {
  readonly method: string;
  readonly url: string;
  readonly body?: unknown;
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly additionalProperties?: Schema | boolean;
}

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema?: Schema; readonly required?: boolean }[];
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> };
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

/** Streams that do not end; what takes the session of whoever asks, or makes a proxy of nothing. */
const excluded = /\/live$|sign-out|sessions|two-factor|password|email|\/setup|members\/me|\/imports$/;
const methods = ['get', 'post', 'put', 'patch', 'delete'];

const digits = '9'.repeat(400);
const numbers = [-1, 0, 1, 0.5, 2_147_483_647, 2_147_483_648, 4_294_967_296, 2 ** 53, 2 ** 53 + 2, 1e18, 1e21, 1e308, -1e308];
const numberTexts = [...numbers.map(String), digits, `-${digits}`, `0.${digits}`, '1e309', 'NaN', 'Infinity', '0x10', ' 1 ', ''];
const moments = [
  '2026-11-22T14:00:00Z',
  ...['+17:00', '-17:00', '+23:59', '+14:00', '+14:01', '-15:59'].map((offset) => `2026-11-22T14:00:00${offset}`),
  ...['0000-01-01', '0001-01-01', '1969-12-31', '9999-12-31', '2026-02-28'].map((day) => `${day}T23:59:59Z`),
  `2026-11-22T14:00:00.${digits}Z`,
  '294277-01-01T00:00:00Z',
];
const durations = ['1s', '0s', `${digits}s`, `${digits}h`, '999999999999h', '0.000001ms', '1.5m', '-1s', '1e9s'];
const commands = [
  'hey -z',
  'wrk -c 2 -d',
  'oha -z',
  'ab -t',
  'autocannon -d',
  'curl --max-time',
  'ghz --insecure --call a.B/C -z',
  'vegeta attack -duration',
];
const texts = ['', 'x', 'x'.repeat(5000), '\u0000', '\ud800', '%00', '😀', "'; --", '../..', '{{x}}', '[', '{"a":1}', 'null', digits];

interface Hostile {
  next(): HostileRequest;
}

/** `ids`: of things that are there, for places in paths. */
export function openHostile(document: Document, ids: readonly string[], seed: number): Hostile {
  let state = seed >>> 0;
  /** mulberry32: the same seed makes the same requests. */
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const anyText = (): string =>
    pick([texts, moments, durations, numberTexts, ids, commands.map((one) => `${one} ${pick(durations)} http://127.0.0.1:9/`)].map(pick));
  const anything = (): unknown => pick([anyText, () => pick(numbers), () => null, () => true, () => [], () => ({}), () => [anyText()]])();

  const fillSchema = (schema: Schema | undefined, depth: number): unknown => {
    if (!schema || depth > 8 || random() < 0.04) return anything();
    if (schema.$ref) return fillSchema(document.components?.schemas?.[schema.$ref.split('/').at(-1) ?? ''], depth + 1);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return pick(schema.enum);
    const choice = schema.anyOf ?? schema.oneOf;
    if (choice) return fillSchema(pick(choice), depth + 1);
    if (schema.allOf) return Object.assign({}, ...schema.allOf.map((one) => fillSchema(one, depth + 1)));
    const type = typeof schema.type === 'string' ? schema.type : pick(schema.type ?? ['string']);
    if (type === 'object') return objectOf(schema, depth);
    if (type === 'array') return Array.from({ length: Math.floor(random() * 3) }, () => fillSchema(schema.items, depth + 1));
    if (type === 'integer' || type === 'number') return random() < 0.5 ? Math.floor(random() * 20) + 1 : pick(numbers);
    if (type === 'boolean') return random() < 0.5;
    if (type === 'null') return null;
    if (schema.format === 'date-time') return pick(moments);
    if (schema.format === 'uuid') return pick(ids);
    return random() < 0.3 ? pick(['a', 'http://127.0.0.1:9/', '1s', 'GET', 'text']) : anyText();
  };
  const objectOf = ({ properties = {}, required = [], additionalProperties }: Schema, depth: number): Record<string, unknown> => {
    const filled: Record<string, unknown> = {};
    for (const [name, schema] of Object.entries(properties))
      if (required.includes(name) ? random() < 0.97 : random() < 0.3) filled[name] = fillSchema(schema, depth + 1);
    if (typeof additionalProperties === 'object' && random() < 0.5) filled[pick(texts)] = fillSchema(additionalProperties, depth + 1);
    if (random() < 0.03) filled[anyText()] = anything();
    return filled;
  };
  const textOf = (schema: Schema | undefined): string => {
    const value = random() < 0.4 ? pick([numberTexts, moments, texts].map(pick)) : fillSchema(schema, 0);
    return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();
  };

  const operations = Object.entries(document.paths).flatMap(([path, byMethod]) =>
    excluded.test(path)
      ? []
      : methods.flatMap((method) => (byMethod[method] ? [{ path, method: method.toUpperCase(), operation: byMethod[method] }] : [])),
  );
  return {
    next() {
      const { path, method, operation } = pick(operations);
      const filled = path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(random() < 0.85 ? pick(ids) : anyText().toWellFormed()));
      const query = new URLSearchParams();
      for (const { name, in: place, schema, required } of operation.parameters ?? [])
        if (place === 'query' && (required || random() < 0.6)) query.append(name, textOf(schema));
      const url = query.size > 0 ? `${filled}?${query}` : filled;
      const schema = operation.requestBody?.content?.['application/json']?.schema;
      return schema ? { method, url, body: fillSchema(schema, 0) } : { method, url };
    },
  };
}
