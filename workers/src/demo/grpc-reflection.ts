/**
 * Server reflection (https://github.com/grpc/grpc/blob/master/doc/server-reflection.md) of one file. Our own, since `@grpc/reflection` brings a
 * second `@grpc/proto-loader`, and reads .proto files from the disk.
 */
import { type Server, type ServerDuplexStream, status } from '@grpc/grpc-js';
import protobuf from 'protobufjs';
import 'protobufjs/ext/descriptor.js';

/** The service of v1 and v1alpha alike, as far as one file without imports needs it. */
const reflectionProto = `syntax = "proto3";
message Request {
  string host = 1;
  oneof asked { string file_by_filename = 3; string file_containing_symbol = 4; string all_extension_numbers_of_type = 6; string list_services = 7; }
}
message Files { repeated bytes file_descriptor_proto = 1; }
message Service { string name = 1; }
message Services { repeated Service service = 1; }
message Failure { int32 error_code = 1; string error_message = 2; }
message Response {
  string valid_host = 1;
  Request original_request = 2;
  oneof answer { Files files = 4; Services services = 6; Failure failure = 7; }
}`;

interface Asked {
  readonly host: string;
  readonly asked?: string;
  readonly fileByFilename: string;
  readonly fileContainingSymbol: string;
}

/** Answers for the services of `root`, which has one package. */
export function addReflection(server: Server, root: protobuf.Root): void {
  const types = protobuf.parse(reflectionProto).root;
  const [Request, Response] = [types.lookupType('Request'), types.lookupType('Response')];
  const answer = createAnswer(root, types.lookupType('Files'));
  for (const version of ['v1', 'v1alpha']) {
    const method = {
      path: `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`,
      requestStream: true,
      responseStream: true,
      requestSerialize: (message: object) => Request.encode(message).finish() as Buffer,
      requestDeserialize: (bytes: Buffer) => Request.decode(bytes),
      responseSerialize: (message: object) => Response.encode(message).finish() as Buffer,
      responseDeserialize: (bytes: Buffer) => Response.decode(bytes),
    };
    server.addService(
      { ServerReflectionInfo: method },
      {
        ServerReflectionInfo(stream: ServerDuplexStream<Asked, object>) {
          stream.on('data', (asked: Asked) => {
            const hasRoom = stream.write({ validHost: asked.host, originalRequest: asked, ...answer(asked) });
            if (!hasRoom) stream.pause().once('drain', () => stream.resume());
          });
          stream.on('end', () => stream.end());
        },
      },
    );
  }
}

function createAnswer(root: protobuf.Root, Files: protobuf.Type): (asked: Asked) => object {
  const set = root.toDescriptor('proto3');
  // A FileDescriptorSet has its files in the field in which an answer has their bytes.
  const files = { files: Files.decode(set.$type.encode(set).finish()) };
  const names = set.file.map(({ name }) => name);
  const services = set.file.flatMap((file) => (file.service ?? []).map(({ name }) => ({ name: `${file.package}.${name}` })));
  const failure = (errorCode: number, errorMessage: string) => ({ failure: { errorCode, errorMessage } });
  return ({ asked, fileByFilename, fileContainingSymbol }) => {
    if (asked === 'listServices') return { services: { service: services } };
    if (asked === 'fileByFilename') return names.includes(fileByFilename) ? files : failure(status.NOT_FOUND, `no file ${fileByFilename}`);
    if (asked !== 'fileContainingSymbol') return failure(status.UNIMPLEMENTED, 'not answered here');
    return root.lookup(fileContainingSymbol) ? files : failure(status.NOT_FOUND, `no symbol ${fileContainingSymbol}`);
  };
}
