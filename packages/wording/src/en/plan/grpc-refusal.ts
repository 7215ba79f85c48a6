/** Refusals of a definition, a call or a message of gRPC, by the contracts' codes. */
import { words } from '../../words.ts';

export const grpcRefusalWords = words('grpcRefusal', {
  grpc_proto_unreadable: '{{file}}: {{error}}',
  grpc_descriptors_unreadable: 'This is not a FileDescriptorSet: {{error}}',
  grpc_import_missing: '{{file}} imports "{{name}}", which is not among the files.',
  grpc_types_most: 'At most {{most}} messages and enums.',
  grpc_service_missing: 'There is no service "{{name}}". There are: {{known}}.',
  grpc_method_missing: 'There is no method "{{name}}". There are: {{known}}.',
  grpc_message: 'The message does not fit its type: {{error}}',
  grpc_stream_only: 'A {{kind}} call has no {{field}}.',
  grpc_stream_too_large: 'The messages of one stream have more than {{most}} MB.',
  grpc_reflection_failed: 'The server could not be asked for its types: {{reason}}',
  grpc_no_types: 'Say where the types of the call come from.',
  grpc_types_too_large: 'More than 2 MB of definitions.',
});
