/** A message of a type to begin with: each field once, nested a few levels deep. */
import { isRecord } from '@plimsoll/contracts/record';
import protobuf from 'protobufjs';

const deepest = 4;
const mostFields = 200;

/** Fields that all examples of a description may have together. */
export interface ExampleBudget {
  left: number;
}

/** JSON forms of the well-known types that are no objects of their fields. */
const wellKnown: Readonly<Record<string, unknown>> = {
  '.google.protobuf.Timestamp': '2026-01-01T00:00:00Z',
  '.google.protobuf.Duration': '1s',
  '.google.protobuf.FieldMask': '',
  '.google.protobuf.Struct': {},
  '.google.protobuf.Value': null,
  '.google.protobuf.ListValue': [],
  '.google.protobuf.Empty': {},
  '.google.protobuf.StringValue': '',
  '.google.protobuf.BytesValue': '',
  '.google.protobuf.BoolValue': false,
  '.google.protobuf.DoubleValue': 0,
  '.google.protobuf.FloatValue': 0,
  '.google.protobuf.Int32Value': 0,
  '.google.protobuf.UInt32Value': 0,
  '.google.protobuf.Int64Value': '0',
  '.google.protobuf.UInt64Value': '0',
};

/** In the JSON form of proto3. Of a oneof its first field is set. */
export function exampleMessage(type: protobuf.Type, budget: ExampleBudget): Record<string, unknown> {
  const known = wellKnown[type.fullName];
  const before = budget.left;
  const example = (of: protobuf.Type, level: number): Record<string, unknown> => {
    const message: Record<string, unknown> = {};
    for (const field of of.fieldsArray) {
      if (field.partOf && field.partOf.fieldsArray.length > 1 && field.partOf.fieldsArray[0] !== field) continue;
      if (field.fullName.startsWith('.google.protobuf.Any.')) continue;
      if (budget.left <= 0 || before - budget.left >= mostFields) break;
      budget.left--;
      const value = fieldValue(field.resolve() as protobuf.Field, level);
      if (value !== undefined) message[field.jsonName ?? field.name] = value;
    }
    return message;
  };
  const fieldValue = (field: protobuf.Field, level: number): unknown => {
    const { resolvedType } = field;
    if (resolvedType instanceof protobuf.Type && !(resolvedType.fullName in wellKnown) && level >= deepest) return undefined;
    const one =
      resolvedType instanceof protobuf.Type
        ? resolvedType.fullName in wellKnown
          ? wellKnown[resolvedType.fullName]
          : example(resolvedType, level + 1)
        : scalarValue(field);
    if (field instanceof protobuf.MapField) return { [field.keyType === 'string' ? 'key' : field.keyType === 'bool' ? 'true' : '0']: one };
    return field.repeated ? [one] : one;
  };
  return known === undefined ? example(type, 1) : isRecord(known) ? known : {};
}

function scalarValue(field: protobuf.Field): unknown {
  const { resolvedType, type } = field;
  if (resolvedType instanceof protobuf.Enum) return Object.keys(resolvedType.values)[0] ?? 0;
  if (type === 'string' || type === 'bytes') return '';
  if (type === 'bool') return false;
  return /64$/.test(type) ? '0' : 0;
}
