/** A value that a JSON Schema takes, for examples: what is required, and nothing more. */
import type { Schema, Schemas } from './open-api.ts';

export const exampleId = '6f1e8a54-3c43-4c0e-9d7a-0f3f1c0f3a11';
const texts: Readonly<Record<string, string>> = {
  uuid: exampleId,
  'date-time': '2026-01-31T12:00:00.000Z',
  email: 'ann@example.com',
  uri: 'https://example.com/',
};

/** `known`: values of schemas that have a name, which say more than their parts would. */
export function exampleValue(schema: Schema, schemas: Schemas, known: Readonly<Record<string, unknown>>): unknown {
  const name = schema.$ref?.split('/').at(-1);
  if (name !== undefined) {
    const plain = name.replace(/Input$/, '');
    return known[plain] ?? exampleValue(schemas[name] ?? {}, schemas, known);
  }
  const inner = (one: Schema) => exampleValue(one, schemas, known);
  if (schema.examples?.length) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum?.length) return schema.enum[0];
  const [choice] = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter(({ type }) => type !== 'null');
  if (choice) return inner(choice);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(inner));
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type;
  switch (type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((key) => [key, named(key, schema.properties?.[key]) ?? inner(schema.properties?.[key] ?? {})]),
      );
    case 'array':
      return Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () => inner(typeof schema.items === 'object' ? schema.items : {}));
    case 'integer':
    case 'number':
      return schema.default ?? Math.max(1, schema.minimum ?? 1, (schema.exclusiveMinimum ?? 0) + 1);
    case 'boolean':
      return schema.default ?? true;
    case 'string':
      return texts[schema.format ?? ''] ?? schema.default ?? 'text'.padEnd(schema.minLength ?? 0, '.');
    default:
      return {};
  }
}

/** Texts whose form their schema does not tell. */
const namedTexts: Readonly<Record<string, string>> = {
  url: 'http://127.0.0.1:8787/',
  host: 'shop.example.com',
  password: 'correct horse battery',
  name: 'checkout',
};

function named(key: string, schema: Schema | undefined): string | undefined {
  return schema?.type === 'string' && schema.format === undefined ? namedTexts[key] : undefined;
}
