/**
 * Gives a name to each object within a schema of the OpenAPI document: generators make a type of each, and name it better so than by its place
 * in a union. Equal ones are one. Unions whose members a field tells apart say which (`discriminator`).
 */
import { mapValues, pascal, type Schema } from './open-api.ts';

const prefix = '#/components/schemas/';

export interface Parts {
  /** Of a schema that has this name: the same, its parts by reference. */
  takeApart(name: string, schema: Schema): Schema;
  /** All that were named so far. */
  readonly schemas: Readonly<Record<string, Schema>>;
}

export function openParts(known: Iterable<string>): Parts {
  const schemas: Record<string, Schema> = {};
  const taken = new Set(known);
  const names = new Map<string, string>();

  function refer(name: string, schema: Schema): Schema {
    const text = JSON.stringify(schema);
    const had = names.get(text);
    if (had !== undefined) return { $ref: prefix + had };
    let free = name;
    for (let at = 2; taken.has(free); at += 1) free = `${name}${at}`;
    taken.add(free);
    names.set(text, free);
    schemas[free] = schema;
    return { $ref: prefix + free };
  }

  const part = (name: string, value: Schema): Schema => {
    const schema = takeApart(name, value);
    return isObject(schema) ? refer(name, schema) : schema;
  };

  function union(name: string, members: readonly Schema[]): Schema[] {
    const several = members.filter(isObject).length > 1;
    return members.map((member, at) => part(several ? name + memberName(member, at) : name, member));
  }

  function takeApart(name: string, schema: Schema): Schema {
    const { properties, items, additionalProperties, prefixItems, anyOf, oneOf, allOf } = schema;
    return {
      ...schema,
      ...(properties && { properties: mapValues(properties, (inner, key) => part(name + pascal(key), inner)) }),
      ...(typeof items === 'object' && { items: part(one(name), items) }),
      ...(typeof additionalProperties === 'object' && { additionalProperties: part(one(name), additionalProperties) }),
      ...(prefixItems && { prefixItems: prefixItems.map((inner) => part(one(name), inner)) }),
      ...(anyOf && { anyOf: union(name, anyOf) }),
      ...(allOf && { allOf: allOf.map((inner, at) => part(`${name}${at + 1}`, inner)) }),
      ...(oneOf && toldApart(oneOf, union(name, oneOf))),
    };
  }

  return { takeApart, schemas };
}

/** Has it fields, or values by keys that nobody knows? */
function isObject({ type, properties, additionalProperties }: Schema): boolean {
  return type === 'object' && (properties !== undefined || typeof additionalProperties === 'object');
}

/** A member's own constant, `sent_left_planned` → `SentLeftPlanned`; else its place. */
function memberName(member: Schema, at: number): string {
  const [constant] = Object.values(constantsOf(member));
  return constant === undefined ? String(at + 1) : pascal(constant);
}

function constantsOf({ properties = {} }: Schema): Record<string, string> {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([key, field]) => (typeof field.const === 'string' ? [[key, field.const]] : [])),
  );
}

function toldApart(members: readonly Schema[], named: readonly Schema[]): Pick<Schema, 'oneOf' | 'discriminator'> {
  const constants = members.map(constantsOf);
  const propertyName = Object.keys(constants[0] ?? {}).find((key) => constants.every((own) => key in own));
  if (propertyName === undefined) return { oneOf: named };
  const entries = named.flatMap(({ $ref }, at) => ($ref === undefined ? [] : [[constants[at]?.[propertyName] ?? '', $ref] as const]));
  const mapping = Object.fromEntries(entries);
  return Object.keys(mapping).length === members.length ? { oneOf: named, discriminator: { propertyName, mapping } } : { oneOf: named };
}

const one = (name: string) => (/[^s]s$/.test(name) ? name.slice(0, -1) : `${name}Item`);
