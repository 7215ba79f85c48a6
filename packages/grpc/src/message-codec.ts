/** Messages in the JSON form of proto3 as bytes. */

import { grpcRefusal } from '@plimsoll/contracts/grpc-refusal';
import { isRecord } from '@plimsoll/contracts/record';
import protobuf from 'protobufjs';
import protojson from 'protobufjs/ext/protojson.js';
import { GrpcError } from './grpc-error.ts';

type Path = readonly (string | number)[];

/** Throws {@link GrpcError} with the place of what does not fit, below `path`. */
export function encodeMessage(type: protobuf.Type, value: unknown, path: Path): Uint8Array {
  try {
    return type.encode(protojson.fromJson(type, value)).finish();
  } catch (error) {
    const { at, reason } = locate(type, value, path) ?? { at: path, reason: textOf(error) };
    throw new GrpcError(at, grpcRefusal('grpc_message', { error: reason }));
  }
}

function textOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll(/(^|\s)\./g, '$1').slice(0, 300);
}

interface Misfit {
  readonly at: Path;
  readonly reason: string;
}

/** Finds the field of a message that does not fit: the library names its type and not its place. */
function locate(type: protobuf.Type, value: unknown, path: Path): Misfit | null {
  if (!isRecord(value)) {
    const reason = fails(type, value);
    return reason === null ? null : { at: path, reason };
  }
  for (const [key, inner] of Object.entries(value)) {
    const reason = fails(type, { [key]: inner });
    if (reason === null) continue;
    const field = type.fieldsArray.find((one) => [one.name, one.jsonName, one.protoName].includes(key));
    const found = field?.resolvedType instanceof protobuf.Type ? locateInside(field, field.resolvedType, inner, [...path, key]) : null;
    return found ?? locateElement(type, key, inner, [...path, key]) ?? { at: [...path, key], reason };
  }
  return null;
}

function locateInside(field: protobuf.Field, type: protobuf.Type, value: unknown, path: Path): Misfit | null {
  if (!field.repeated && !(field instanceof protobuf.MapField)) return locate(type, value, path);
  const elements: [string | number, unknown][] = Array.isArray(value) ? value.map((one, index) => [index, one]) : [];
  const entries = !field.repeated && isRecord(value) ? Object.entries(value) : elements;
  for (const [key, one] of entries) {
    const found = locate(type, one, [...path, key]);
    if (found) return found;
  }
  return null;
}

/** The element of a list of plain values. */
function locateElement(type: protobuf.Type, key: string, value: unknown, path: Path): Misfit | null {
  if (!Array.isArray(value)) return null;
  for (const [index, one] of value.entries()) {
    const reason = fails(type, { [key]: [one] });
    if (reason !== null) return { at: [...path, index], reason };
  }
  return null;
}

function fails(type: protobuf.Type, value: unknown): string | null {
  try {
    protojson.fromJson(type, value);
    return null;
  } catch (error) {
    return textOf(error);
  }
}
