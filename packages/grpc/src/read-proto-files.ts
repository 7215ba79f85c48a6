/** Types from texts of .proto files. Every file is read once, whoever imports it; Google's well-known types are at hand. */
import type { GrpcCall } from '@plimsoll/contracts/grpc-call';
import { grpcRefusal } from '@plimsoll/contracts/grpc-refusal';
import protobuf from 'protobufjs';
import { GrpcError } from './grpc-error.ts';
import { reading } from './reading.ts';

type ProtoFile = NonNullable<GrpcCall['proto']>[number];

/** Declarations of one definition. Each costs kilobytes of memory once it is read. */
export const mostTypes = 4000;
const mostFields = 20_000;

/** Throws GrpcError. */
export function readProtoFiles(files: readonly ProtoFile[]): protobuf.Root {
  judgeSize(files);
  const root = new protobuf.Root();
  const names = files.map(({ name }) => normal(name));
  const known = new Set<string>();
  files.forEach((file, index) => {
    const path = ['proto', index, 'text'];
    const unreadable = (error: string) => grpcRefusal('grpc_proto_unreadable', { file: file.name, error });
    const { imports, weakImports } = reading(path, unreadable, () => protobuf.parse(file.text, root, { keepCase: true }));
    for (const wanted of [...(imports ?? []), ...(weakImports ?? [])]) {
      if (names.some((name) => isSame(name, wanted)) || known.has(wanted)) continue;
      if (!addWellKnown(root, wanted)) throw new GrpcError(path, grpcRefusal('grpc_import_missing', { file: file.name, name: wanted }));
      known.add(wanted);
    }
  });
  const unresolved = (error: string) => grpcRefusal('grpc_proto_unreadable', { file: names.join(', ').slice(0, 200), error });
  reading(['proto'], unresolved, () => root.resolveAll());
  return root;
}

function judgeSize(files: readonly ProtoFile[]): void {
  let types = 0;
  let fields = 0;
  for (const { text } of files) {
    for (const _ of text.matchAll(/\b(?:message|enum|service|rpc|oneof|extend|group|map)\b/g)) types++;
    for (const _ of text.matchAll(/=/g)) fields++;
  }
  if (types > mostTypes || fields > mostFields) throw new GrpcError(['proto'], grpcRefusal('grpc_types_most', { most: mostTypes }));
}

function normal(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\.?\/+/, '');
}

/** People upload files without the folder that imports name, or with one more. */
function isSame(name: string, wanted: string): boolean {
  return name === wanted || name.endsWith(`/${wanted}`) || wanted.endsWith(`/${name}`);
}

function addWellKnown(root: protobuf.Root, name: string): boolean {
  if (name === 'google/protobuf/descriptor.proto') return true;
  const known = protobuf.common.get(name);
  if (!known?.nested) return false;
  root.addJSON(known.nested);
  return true;
}
