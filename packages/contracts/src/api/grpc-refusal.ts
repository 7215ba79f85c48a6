/**
 * Refusals of a definition, a call or a message of gRPC by the reader of the definition: codes apart from the schemas' own, so that the
 * web, which reads none, does not load their sentences.
 */
interface GrpcRefusalValues {
  grpc_proto_unreadable: 'file' | 'error';
  grpc_descriptors_unreadable: 'error';
  grpc_import_missing: 'file' | 'name';
  grpc_types_most: 'most';
  grpc_service_missing: 'name' | 'known';
  grpc_method_missing: 'name' | 'known';
  grpc_message: 'error';
  grpc_stream_only: 'field' | 'kind';
  grpc_stream_too_large: 'most';
  grpc_reflection_failed: 'reason';
  grpc_no_types: never;
  grpc_types_too_large: never;
}
export type GrpcRefusalCode = keyof GrpcRefusalValues;

export interface GrpcRefusal {
  readonly code: GrpcRefusalCode;
  readonly values: Readonly<Record<string, string | number>>;
}

/** A reason with exactly its values. */
export function grpcRefusal<Code extends GrpcRefusalCode>(
  code: Code,
  ...[values]: [GrpcRefusalValues[Code]] extends [never] ? [] : [Readonly<Record<GrpcRefusalValues[Code], string | number>>]
): GrpcRefusal {
  return { code, values: values ?? {} };
}
