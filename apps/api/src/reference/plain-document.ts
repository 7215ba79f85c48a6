/** The document as generators of clients read it, which know less of JSON Schema than there is. What it says stays the same. */
import { openParts, type Parts } from './name-parts.ts';
import { type Media, mapValues, type OpenApi, type Operation, pascal, type Schema, type Schemas } from './open-api.ts';

/**
 * Each object within a schema has a name. Schemas stand behind those that they refer to; those that nothing refers to are left out: of each
 * there is one as it is sent and one as it is answered.
 */
export function plainDocument(document: OpenApi): OpenApi {
  const { components, ...rest } = withPlainTuples(document) as OpenApi;
  const given = components?.schemas ?? {};
  const parts = openParts(Object.keys(given));
  // Equal parts have the name of what is answered, which is the plainer one.
  const answersFirst = Object.entries(given).sort(([a], [b]) => Number(a.endsWith('Input')) - Number(b.endsWith('Input')));
  const whole = Object.fromEntries(answersFirst.map(([name, schema]) => [name, parts.takeApart(name, schema)]));
  const apart = (all: OpenApi['paths'] = {}) =>
    mapValues(all, (operations) => mapValues(operations, (operation) => takeOperationApart(operation, parts)));
  const [paths, webhooks] = [apart(rest.paths), apart(rest.webhooks)];
  return { ...rest, paths, webhooks, components: { ...components, schemas: inOrder([paths, webhooks], { ...whole, ...parts.schemas }) } };
}

function takeOperationApart(operation: Operation, { takeApart }: Parts): Operation {
  const { operationId = '', requestBody, responses } = operation;
  const media = (of: string) => (one: Media) => (one.schema ? { ...one, schema: takeApart(pascal(operationId) + of, one.schema) } : one);
  return {
    ...operation,
    ...(requestBody && { requestBody: { ...requestBody, content: mapValues(requestBody.content, media('Body')) } }),
    ...(responses && {
      responses: mapValues(responses, (response) =>
        response.content ? { ...response, content: mapValues(response.content, media('Answer')) } : response,
      ),
    }),
  };
}

function inOrder(paths: unknown, schemas: Schemas): Schemas {
  const seen = new Set<string>();
  const ordered: Record<string, Schema> = {};
  const visit = (value: unknown) => {
    for (const name of referredTo(value)) {
      const { [name]: schema } = schemas;
      if (schema === undefined || seen.has(name)) continue;
      seen.add(name);
      visit(schema);
      ordered[name] = schema;
    }
  };
  visit(paths);
  return ordered;
}

function referredTo(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referredTo);
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner.slice(inner.lastIndexOf('/') + 1)] : referredTo(inner),
  );
}

/** A tuple's `items: false` as its length: some readers take no `false` for a schema. */
function withPlainTuples(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withPlainTuples);
  if (value === null || typeof value !== 'object') return value;
  const { items, ...rest } = value as { readonly items?: unknown; readonly prefixItems?: unknown };
  const mended = mapValues(rest as Readonly<Record<string, unknown>>, withPlainTuples);
  if (items === undefined) return mended;
  const { prefixItems } = rest;
  if (items !== false || !Array.isArray(prefixItems)) return { ...mended, items: withPlainTuples(items) };
  return { ...mended, minItems: prefixItems.length, maxItems: prefixItems.length };
}
