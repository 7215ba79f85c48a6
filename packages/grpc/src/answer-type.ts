/** The type of a call's answers: their bytes in the JSON form of proto3, and values at places of it. */
import { valueAtPath } from '@plimsoll/contracts/json-path';
import protobuf from 'protobufjs';
import protojson from 'protobufjs/ext/protojson.js';

type Steps = readonly (string | number)[];
export type PlainValue = string | number | boolean | null;

/** A value that messages are held against. */
export interface WantedValue {
  /** The value at a place of a message's JSON form; undefined if there is none. A field that is not sent because it has its default is there. */
  read(json: unknown): unknown;
  /** As the JSON form writes it: 64-bit numbers are texts, values of enums are names. */
  readonly wanted: PlainValue;
}

export interface AnswerType {
  /** The JSON form. Throws Error where the bytes do not fit the type. */
  decode(bytes: Uint8Array): unknown;
  /** `steps`: by names of fields as JSON or as the definition writes them. */
  want(steps: Steps, wanted: PlainValue): WantedValue;
}

export function answerType(type: protobuf.Type): AnswerType {
  return {
    decode: (bytes) => protojson.toJson(type, type.decode(bytes)),
    want: (steps, wanted) => {
      const { path, field, isElement } = follow(type, steps);
      const parent = path.slice(0, -1);
      const absent = field && !isElement ? defaultValue(field) : undefined;
      return {
        wanted: field ? asWritten(field, wanted) : wanted,
        read: (json) => {
          const value = valueAtPath(json, path);
          return value === undefined && valueAtPath(json, parent) !== undefined ? absent : value;
        },
      };
    },
  };
}

interface Place {
  /** Steps with the names of JSON. */
  readonly path: Steps;
  /** The field at their end, or whose element is there. */
  readonly field: protobuf.Field | undefined;
  readonly isElement: boolean;
}

function follow(type: protobuf.Type, steps: Steps): Place {
  let at = inside(type);
  let field: protobuf.Field | undefined;
  let isElement = false;
  const path = steps.map((step): string | number => {
    // An element follows a list or a map.
    isElement = !isElement && field !== undefined && (field.repeated || field.map);
    if (isElement) return step;
    field = at?.fieldsArray.find(({ name, jsonName, protoName }) => [jsonName, protoName, name].includes(String(step)));
    field?.resolve();
    at = inside(field?.resolvedType ?? null);
    return field?.jsonName ?? step;
  });
  return { path, field, isElement };
}

/** A message whose JSON form is made of its fields: Google's well-known types have others. */
function inside(type: protobuf.Type | protobuf.Enum | null): protobuf.Type | null {
  return type instanceof protobuf.Type && !type.fullName.startsWith('.google.protobuf.') ? type : null;
}

/** The value of the field where it is not sent; undefined where its absence says something. */
function defaultValue(field: protobuf.Field): PlainValue | undefined {
  const { resolvedType, type } = field;
  if (field.hasPresence || field.repeated || field.map || resolvedType instanceof protobuf.Type) return undefined;
  if (resolvedType instanceof protobuf.Enum) return resolvedType.valuesById[0] ?? 0;
  if (type === 'string' || type === 'bytes') return '';
  if (type === 'bool') return false;
  return /64$/.test(type) ? '0' : 0;
}

function asWritten({ resolvedType, type }: protobuf.Field, wanted: PlainValue): PlainValue {
  if (typeof wanted !== 'number') return wanted;
  if (resolvedType instanceof protobuf.Enum) return resolvedType.valuesById[wanted] ?? wanted;
  return /64$/.test(type) ? String(wanted) : wanted;
}
