/** The messages of gRPC's server reflection (grpc/reflection/v1/reflection.proto; v1alpha has the same), as far as types are asked for. */
import protobuf from 'protobufjs';
import { walkFields } from './wire-format.ts';

/** A question, by its field of ServerReflectionRequest. */
const asked = { fileByName: 3, fileOfSymbol: 4, listServices: 7 } as const;

export function writeQuestion(kind: keyof typeof asked, text: string): Uint8Array {
  return protobuf.Writer.create()
    .uint32((asked[kind] << 3) | 2)
    .string(text)
    .finish();
}

export interface ReflectionAnswer {
  /** FileDescriptorProtos. */
  readonly files: readonly Uint8Array[];
  readonly services: readonly string[];
  /** The error that the server names; null if there is none. */
  readonly error: string | null;
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

function fieldsOf(bytes: Uint8Array, wanted: number): Uint8Array[] {
  const found: Uint8Array[] = [];
  const whole = walkFields(bytes, 0, bytes.length, (field, from, to) => {
    if (field === wanted) found.push(bytes.subarray(from, to));
  });
  if (!whole) throw new RangeError('unreadable answer');
  return found;
}

/** Throws RangeError on bytes that are no message. */
export function readAnswer(bytes: Uint8Array): ReflectionAnswer {
  const [wrong] = fieldsOf(bytes, 7);
  return {
    files: fieldsOf(bytes, 4).flatMap((answer) => fieldsOf(answer, 1)),
    services: fieldsOf(bytes, 6).flatMap((answer) => fieldsOf(answer, 1).flatMap((service) => fieldsOf(service, 1).map(text))),
    error: wrong ? fieldsOf(wrong, 2).map(text).join(' ').slice(0, 300) || '?' : null,
  };
}

/** A file's own name, and the names of those that it needs. */
export function readFile(bytes: Uint8Array): { readonly name: string; readonly needs: readonly string[] } {
  return { name: fieldsOf(bytes, 1).map(text)[0] ?? '', needs: fieldsOf(bytes, 3).map(text) };
}

/** A FileDescriptorSet. */
export function writeSet(files: Iterable<Uint8Array>): Uint8Array {
  const writer = protobuf.Writer.create();
  for (const file of files) writer.uint32((1 << 3) | 2).bytes(file);
  return writer.finish();
}
