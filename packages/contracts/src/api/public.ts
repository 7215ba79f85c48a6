/** The mark of a field that a share shows. A field without it stays private: the walker ({@link showPublic}) never copies it. */
import { z } from 'zod';

/** The form in which a public value leaves: as it is, or through one of the sharer's redactions. */
type Showing = 'plain' | 'text' | 'name' | 'request' | 'region' | 'url';
export type Redactions = Readonly<Record<Exclude<Showing, 'plain'>, (value: string) => string>>;

interface PublicMark {
  readonly as: Showing;
  /** The public keys of a map. */
  readonly keys: RegExp | null;
}
const marks = new WeakMap<z.core.$ZodType, PublicMark>();

/** Marks a field as public. The answer is the field's own schema, so that no other field is marked with it. */
export function markPublic<Schema extends z.ZodType>(schema: Schema, as: Showing = 'plain', keys: RegExp | null = null): Schema {
  const own = schema.clone();
  marks.set(own, { as, keys });
  return own;
}

/** Marks each field of an object all of which is public. Objects inside it mark their own fields. */
export function markAllPublic<Shape extends z.ZodRawShape>(shape: Shape): Shape {
  return Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, isPublic(schema) ? schema : markPublic(schema as z.ZodType)]),
  ) as Shape;
}

/** An object all of whose fields are public. */
export const publicObject = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject(markAllPublic(shape));

export function isPublic(schema: z.core.$ZodType): boolean {
  return marks.has(schema);
}

/** Gives a schema that was made of another one the other one's mark. */
export function keepMark<Schema extends z.ZodType>(made: Schema, from: z.core.$ZodType): Schema {
  const mark = marks.get(from);
  return mark ? markPublic(made, mark.as, mark.keys) : made;
}

type Show = (value: unknown, redact: Redactions) => unknown;
const shows = new WeakMap<z.core.$ZodType, Show>();

/**
 * The marked fields of a value, how deep ever, redacted as they are marked. A field without a mark reads as if nothing were known: its
 * default, null, or not there.
 */
export function showPublic<Schema extends z.ZodType>(schema: Schema, value: z.output<Schema>, redact: Redactions): z.output<Schema> {
  return findShow(schema)(value, redact) as z.output<Schema>;
}

function findShow(schema: z.core.$ZodType): Show {
  const known = shows.get(schema);
  if (known) return known;
  const mark = marks.get(schema);
  const show = mark && mark.as !== 'plain' ? showText(mark.as) : buildShow(schema, mark?.keys ?? null);
  shows.set(schema, show);
  return show;
}

const showText = (as: Exclude<Showing, 'plain'>): Show => {
  const show: Show = (value, redact) => {
    if (Array.isArray(value)) return value.map((one) => show(one, redact));
    return typeof value === 'string' ? redact[as](value) : value;
  };
  return show;
};

function buildShow(schema: z.core.$ZodType, keys: RegExp | null): Show {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  ) {
    const inner = buildShow(schema.unwrap(), keys);
    return (value, redact) => (value === null || value === undefined ? value : inner(value, redact));
  }
  if (schema instanceof z.ZodObject) return showObject(schema);
  if (schema instanceof z.ZodUnion) return showChoice(schema);
  if (schema instanceof z.ZodArray) {
    const inner = findShow(schema.element);
    return (value, redact) => (value as unknown[]).map((one) => inner(one, redact));
  }
  if (schema instanceof z.ZodRecord) return showMap(schema, keys);
  return (value) => value;
}

function showObject(schema: z.ZodObject): Show {
  const fields = Object.entries(schema.shape).map(([name, field]) => {
    const absent = withheld(field);
    const show = isPublic(field) ? findShow(field) : null;
    return { name, show: (one: unknown, redact: Redactions) => (show === null || one === undefined ? absent : show(one, redact)) };
  });
  return (value, redact) => {
    const from = value as Readonly<Record<string, unknown>>;
    const shown: Record<string, unknown> = {};
    for (const { name, show } of fields) {
      const one = show(from[name], redact);
      if (one !== undefined) shown[name] = one;
    }
    return shown;
  };
}

function withheld(field: z.ZodType): unknown {
  if (field instanceof z.ZodDefault) return field.def.defaultValue;
  return field instanceof z.ZodNullable ? null : undefined;
}

/** The option whose literal fields the value has. */
function showChoice({ options }: z.ZodUnion): Show {
  const objects = options.filter((option) => option instanceof z.ZodObject);
  const choices = objects.map((option) => ({ option, show: findShow(option) }));
  const fits = (shape: z.core.$ZodShape, value: Readonly<Record<string, unknown>>) =>
    Object.entries(shape).every(
      ([name, field]) => !(field instanceof z.ZodLiteral) || field.values.has(value[name] as z.core.util.Literal),
    );
  return (value, redact) =>
    choices.find(({ option }) => fits(option.shape, value as Readonly<Record<string, unknown>>))?.show(value, redact);
}

function showMap(schema: z.ZodRecord, keys: RegExp | null): Show {
  const inner = findShow(schema.valueType);
  const isKey = (key: string) => (keys ? keys.test(key) : schema.keyType._zod.values?.has(key) !== false);
  return (value, redact) => {
    const entries = Object.entries(value as object).filter(([key]) => isKey(key));
    return Object.fromEntries(entries.map(([key, one]) => [key, inner(one, redact)]));
  };
}
